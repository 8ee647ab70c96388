#!/usr/bin/env escript
%% An adapter for Erlang's ssl application, through the session door (docs/reference/adapters.md).
%%
%% Pins are compared in verify_fun, as its documentation has it for checks of one's own: with each certificate of the path as
%% it is validated. The anchor never comes there. Whatever is not understood ends the process: an adapter error, never a refusal.
-mode(compile).

capabilities() ->
    [<<"anchors">>, <<"pin.spki.leaf">>, <<"pin.certificate.leaf">>, <<"pin.digest">>, <<"client-identity.pem">>,
     <<"tls1.2">>, <<"tls1.3">>, <<"reason">>].

version() ->
    {ok, _} = application:ensure_all_started(ssl),
    {ok, Version} = application:get_key(ssl, vsn),
    Version.

main(["--version"]) ->
    io:format("ssl ~s OTP ~s~n", [version(), erlang:system_info(otp_release)]);
main([]) ->
    _ = version(),
    logger:set_primary_config(level, none),
    io:setopts(standard_io, [binary, {encoding, latin1}]),
    lines().

lines() ->
    case io:get_line(standard_io, "") of
        eof -> ok;
        Line ->
            {Message, _} = parse(Line),
            case maps:get(<<"type">>, Message) of
                <<"hello">> ->
                    Library = #{<<"name">> => <<"Erlang ssl">>, <<"version">> => list_to_binary(version())},
                    say(#{<<"type">> => <<"ready">>, <<"protocol">> => 1, <<"adapter">> => <<"erlang">>,
                          <<"library">> => Library, <<"capabilities">> => capabilities(), <<"declined">> => [],
                          <<"maxInFlight">> => 1}),
                    lines();
                <<"attempt">> ->
                    Answer = answer(Message),
                    say(Answer#{<<"id">> => maps:get(<<"id">>, Message)}),
                    lines();
                <<"bye">> -> ok
            end
    end.

say(Message) -> io:put_chars(standard_io, [write(Message), $\n]).

%% -- One attempt

answer(Attempt) ->
    Missing = [Need || Need <- maps:get(<<"needs">>, Attempt), not lists:member(Need, capabilities())],
    case Missing of
        [First | _] -> #{<<"type">> => <<"unsupported">>, <<"capability">> => First};
        [] ->
            try request(Attempt)
            catch throw:{cancel, Reason, Phase, Detail} -> cancel(Reason, Phase, Detail)
            end
    end.

at(Keys, Map) -> lists:foldl(fun maps:get/2, Map, Keys).

contents(Attempt, Name) ->
    {ok, Text} = file:read_file(filename:join(maps:get(<<"directory">>, Attempt), Name)),
    Text.

certificates(Text) -> [Der || {'Certificate', Der, not_encrypted} <- public_key:pem_decode(Text)].

roots(Attempt) ->
    Policy = maps:get(<<"policy">>, Attempt),
    Names = case maps:get(<<"anchors">>, Policy) of
                null -> [maps:get(<<"systemAnchors">>, Policy), maps:get(<<"userAnchors">>, Policy)];
                Anchors -> [Anchors]
            end,
    lists:append([certificates(contents(Attempt, Name)) || Name <- Names, Name =/= null]).

plain(Name) -> string:trim(string:lowercase(Name), trailing, ".").

pin_sets(Attempt) ->
    Host = plain(at([<<"connect">>, <<"host">>], Attempt)),
    [maps:get(<<"any">>, Set)
     || Set <- at([<<"policy">>, <<"pinSets">>], Attempt), plain(maps:get(<<"host">>, Set)) =:= Host].

is_pinned(Attempt, Certificate) ->
    lists:all(fun(Set) -> lists:any(fun(Pin) -> is_pin(Pin, Certificate) end, Set) end, pin_sets(Attempt)).

is_pin(Pin, Certificate) ->
    Der = case maps:get(<<"kind">>, Pin) of
              <<"certificate">> -> public_key:pkix_encode('OTPCertificate', Certificate, otp);
              <<"spki">> ->
                  Plain = public_key:pkix_decode_cert(
                            public_key:pkix_encode('OTPCertificate', Certificate, otp), plain),
                  %% {'Certificate', {'TBSCertificate', ..., SubjectPublicKeyInfo, ...}, ...}
                  public_key:der_encode('SubjectPublicKeyInfo', element(8, element(2, Plain)))
          end,
    base64:encode(crypto:hash(sha256, Der)) =:= maps:get(<<"sha256">>, Pin).

%% What the documentation of verify_fun has for everybody, and the pins at the leaf.
verify(Attempt) ->
    {fun(_, {bad_cert, _} = Reason, _) -> {fail, Reason};
        (_, {extension, _}, State) -> {unknown, State};
        (_, valid, State) -> {valid, State};
        (Certificate, valid_peer, State) ->
             case is_pinned(Attempt, Certificate) of
                 true -> {valid, State};
                 false -> {fail, {bad_cert, pin_mismatch}}
             end
     end, []}.

versions(Attempt) ->
    Minimum = at([<<"tls">>, <<"minimum">>], Attempt),
    Maximum = at([<<"tls">>, <<"maximum">>], Attempt),
    [Version || {Version, Number} <- [{'tlsv1.3', <<"1.3">>}, {'tlsv1.2', <<"1.2">>}], Number >= Minimum, Number =< Maximum].

identity(Attempt) ->
    case at([<<"policy">>, <<"identity">>], Attempt) of
        null -> [];
        Identity ->
            Leaf = contents(Attempt, maps:get(<<"certificate">>, Identity)),
            Rest = case maps:get(<<"intermediates">>, Identity) of null -> <<>>; Name -> contents(Attempt, Name) end,
            try
                [Key] = [{Type, Der} || {Type, Der, not_encrypted} <-
                                           public_key:pem_decode(contents(Attempt, maps:get(<<"key">>, Identity))),
                                       Type =/= 'EcpkParameters'],
                Chain = certificates(<<Leaf/binary, Rest/binary>>),
                _ = public_key:pkix_decode_cert(hd(Chain), otp),
                _ = public_key:der_decode(element(1, Key), element(2, Key)),
                [{cert, Chain}, {key, Key}]
            catch error:Error -> throw({cancel, <<"client-identity">>, <<"configuration">>, Error})
            end
    end.

%% The host's name for SNI and for the check. An address is not given as a name: then the one that is connected to is compared.
name(Attempt) ->
    case at([<<"policy">>, <<"hostname">>], Attempt) of
        null -> [{server_name_indication, disable}];
        Name ->
            Host = binary_to_list(string:trim(Name, trailing, ".")),
            case inet:parse_strict_address(Host) of
                {ok, _} -> [];
                {error, _} -> [{server_name_indication, Host}]
            end
    end.

request(Attempt) ->
    Connect = maps:get(<<"connect">>, Attempt),
    Roots = roots(Attempt),
    Roots =/= [] orelse throw({cancel, <<"untrusted">>, <<"configuration">>, <<"cacerts is empty">>}),
    {ok, Address} = inet:parse_address(binary_to_list(maps:get(<<"address">>, Connect))),
    Match = public_key:pkix_verify_hostname_match_fun(https),
    Protocols = case at([<<"tls">>, <<"alpn">>], Attempt) of
                    [] -> [];
                    Offered -> [{alpn_advertised_protocols, Offered}]
                end,
    Options = [binary, {active, false}, {verify, verify_peer}, {cacerts, Roots}, {depth, 20}, {verify_fun, verify(Attempt)},
               {customize_hostname_check, [{match_fun, Match}]}, {versions, versions(Attempt)}, {log_level, none}]
        ++ Protocols ++ name(Attempt) ++ identity(Attempt),
    Milliseconds = maps:get(<<"deadlineMilliseconds">>, Attempt) * 8 div 10,
    %% Where the library's process fails inside, so does the call: it has not decided, and it has sent nothing.
    Result = try ssl:connect(Address, maps:get(<<"port">>, Connect), Options, Milliseconds)
             catch exit:Failure -> {error, {library, Failure}}
             end,
    case Result of
        {ok, Socket} ->
            Line = [<<"GET ">>, maps:get(<<"path">>, Connect), <<" HTTP/1.1\r\nHost: ">>, maps:get(<<"host">>, Connect),
                    <<":">>, integer_to_binary(maps:get(<<"port">>, Connect)), <<"\r\n\r\n">>],
            case ssl:send(Socket, Line) of
                ok -> reply(Socket, <<>>, Milliseconds);
                {error, Why} -> meaning(Why)
            end;
        {error, Why} -> meaning(Why)
    end.

reply(Socket, Before, Milliseconds) ->
    case ssl:recv(Socket, 0, Milliseconds) of
        {ok, More} when byte_size(Before) < 65536 -> reply(Socket, <<Before/binary, More/binary>>, Milliseconds);
        Ending ->
            ssl:close(Socket),
            case re:run(Before, "^HTTP/1\\.[01] 200 .*?\\r\\n\\r\\n([0-9a-fA-F]{32})\\r?\\n?$", [dotall, {capture, [1], binary}]) of
                {match, [Nonce]} ->
                    #{<<"type">> => <<"statement">>, <<"disposition">> => <<"accept">>, <<"nonce">> => Nonce};
                nomatch ->
                    case Ending of
                        {error, closed} -> failed(<<"server">>, <<"the reply holds no nonce">>);
                        {error, Why} -> meaning(Why);
                        {ok, _} -> failed(<<"server">>, <<"the reply is too long">>)
                    end
            end
    end.

%% Alerts are typed, and their texts say whose they are.
meaning({tls_alert, {Alert, Text}} = Why) ->
    Words = text(Text),
    case re:run(Words, "received (CLIENT|SERVER) ALERT|SERVER ALERT") of
        {match, _} -> failed(<<"server">>, Words);
        nomatch -> cancel(reason(Alert, Words), <<"handshake">>, text(Why))
    end;
meaning(timeout) -> failed(<<"timeout">>, <<"timeout">>);
meaning(closed) -> failed(<<"network">>, <<"closed">>);
meaning(econnrefused) -> failed(<<"network">>, <<"econnrefused">>);
meaning(econnreset) -> failed(<<"network">>, <<"econnreset">>);
%% The process of the connection has ended.
meaning(einval) -> failed(<<"network">>, <<"einval">>);
meaning(epipe) -> failed(<<"network">>, <<"epipe">>);
meaning({options, Why}) -> cancel(<<"client-identity">>, <<"configuration">>, text(Why));
meaning({bad_cert, _} = Why) -> cancel(<<"other">>, <<"handshake">>, text(Why));
%% It is refused by an error of the library's own, and nothing was sent.
meaning(Why) when is_tuple(Why) -> cancel(null, <<"handshake">>, text(Why)).

reason(certificate_expired, _) -> <<"other">>;  % also for what is not valid yet
reason(unknown_ca, _) -> <<"untrusted">>;
reason(certificate_revoked, _) -> <<"revoked">>;
reason(protocol_version, _) -> <<"version">>;
reason(_, Words) ->
    Known = [{<<"pin_mismatch">>, <<"pin-mismatch">>}, {<<"hostname_check_failed">>, <<"name-mismatch">>},
             {<<"name_not_permitted">>, <<"name-constraint">>}, {<<"max_path_length_reached">>, <<"path-length">>},
             {<<"missing_basic_constraint">>, <<"not-a-ca">>}, {<<"invalid_key_usage">>, <<"key-usage">>},
             {<<"invalid_ext_key_usage">>, <<"key-usage">>}, {<<"unknown_critical_extension">>, <<"extension">>},
             {<<"invalid_signature">>, <<"bad-signature">>}, {<<"invalid_issuer">>, <<"untrusted">>},
             {<<"selfsigned_peer">>, <<"untrusted">>}, {<<"asn1">>, <<"malformed">>}, {<<"decode_error">>, <<"malformed">>}],
    case [Word || {Text, Word} <- Known, binary:match(Words, Text) =/= nomatch] of
        [Word | _] -> Word;
        [] -> <<"other">>
    end.

cancel(Reason, Phase, Detail) ->
    #{<<"type">> => <<"statement">>, <<"disposition">> => <<"cancel">>, <<"reason">> => Reason, <<"phase">> => Phase,
      <<"detail">> => text(Detail)}.

failed(Cause, Detail) -> #{<<"type">> => <<"failed">>, <<"cause">> => Cause, <<"detail">> => text(Detail)}.

text(Text) when is_binary(Text) -> Text;
text(Term) ->
    Text = try iolist_to_binary(Term) catch error:badarg -> iolist_to_binary(io_lib:format("~0p", [Term])) end,
    binary:part(Text, 0, min(1000, byte_size(Text))).

%% -- JSON, as the contract has it (this OTP brings none)

parse(Text) -> value(string:trim(Text, leading, " \t\r\n")).

value(<<"null", Rest/binary>>) -> {null, Rest};
value(<<"true", Rest/binary>>) -> {true, Rest};
value(<<"false", Rest/binary>>) -> {false, Rest};
value(<<"\"", Rest/binary>>) -> text_of(Rest, <<>>);
value(<<"[", Rest/binary>>) -> list_of(spaces(Rest), []);
value(<<"{", Rest/binary>>) -> map_of(spaces(Rest), #{});
value(Text) ->
    {match, [{0, Length}]} = re:run(Text, "^-?[0-9]+(\\.[0-9]+)?", [{capture, first}]),
    <<Number:Length/binary, Rest/binary>> = Text,
    case binary:match(Number, <<".">>) of
        nomatch -> {binary_to_integer(Number), Rest};
        _ -> {binary_to_float(Number), Rest}
    end.

spaces(Text) -> string:trim(Text, leading, " \t\r\n").

text_of(<<"\"", Rest/binary>>, Text) -> {Text, Rest};
text_of(<<"\\u", Hex:4/binary, Rest/binary>>, Text) ->
    text_of(Rest, <<Text/binary, (unicode:characters_to_binary([binary_to_integer(Hex, 16)]))/binary>>);
text_of(<<"\\n", Rest/binary>>, Text) -> text_of(Rest, <<Text/binary, "\n">>);
text_of(<<"\\r", Rest/binary>>, Text) -> text_of(Rest, <<Text/binary, "\r">>);
text_of(<<"\\t", Rest/binary>>, Text) -> text_of(Rest, <<Text/binary, "\t">>);
text_of(<<"\\", One, Rest/binary>>, Text) -> text_of(Rest, <<Text/binary, One>>);
text_of(<<One, Rest/binary>>, Text) -> text_of(Rest, <<Text/binary, One>>).

list_of(<<"]", Rest/binary>>, Values) -> {lists:reverse(Values), Rest};
list_of(<<",", Rest/binary>>, Values) -> list_of(spaces(Rest), Values);
list_of(Text, Values) ->
    {Value, Rest} = value(Text),
    list_of(spaces(Rest), [Value | Values]).

map_of(<<"}", Rest/binary>>, Map) -> {Map, Rest};
map_of(<<",", Rest/binary>>, Map) -> map_of(spaces(Rest), Map);
map_of(<<"\"", Text/binary>>, Map) ->
    {Key, Rest} = text_of(Text, <<>>),
    <<":", After/binary>> = spaces(Rest),
    {Value, More} = value(spaces(After)),
    map_of(spaces(More), Map#{Key => Value}).

write(null) -> <<"null">>;
write(true) -> <<"true">>;
write(false) -> <<"false">>;
write(Number) when is_integer(Number) -> integer_to_binary(Number);
write(Text) when is_binary(Text) -> [$", [escaped(One) || <<One>> <= Text], $"];
write(List) when is_list(List) -> [$[, lists:join($,, [write(One) || One <- List]), $]];
write(Map) when is_map(Map) ->
    [${, lists:join($,, [[write(Key), $:, write(Value)] || {Key, Value} <- maps:to_list(Map)]), $}].

escaped($") -> <<"\\\"">>;
escaped($\\) -> <<"\\\\">>;
escaped(One) when One < 32; One > 126 -> io_lib:format("\\u~4.16.0b", [One]);
escaped(One) -> One.
