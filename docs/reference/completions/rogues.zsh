#compdef rogues
# zsh completion for rogues, made by 'rogues completions zsh'; do not edit.
_rogues_scenarios() { local -a ids; ids=(${(f)"$(rogues list --ids 2>/dev/null)"}); compadd -a ids; _files }
_rogues_adapters() { local -a ids; ids=(${(f)"$(rogues list --adapters --ids 2>/dev/null)"}); compadd -a ids; _files }
_rogues_profiles() { local -a ids; ids=(${(f)"$(rogues list --profiles --ids 2>/dev/null)"}); compadd -a ids }
_rogues() {
  local -a verbs
  verbs=(
    'run:Judge validators, and fail if one gets a scenario wrong'
    'compare:Judge validators side by side, and print the matrix'
    'bisect:Find the version of a client in which its verdict on a scenario changed'
    'replay:Run a case of an event log again, with the same certificates'
    'serve:Keep rogue servers open for a phone, a browser or any other client'
    'explore:Search for chains about which validators disagree'
    'corpus:Put a foreign corpus to validators\: x509-limbo, PKITS, or a folder of PEM files'
    'export:Write the catalogue for other harnesses\: as x509-limbo JSON, or as PEM files'
    'report:Write reports from event logs\: of one run, of shards, of several adapters'
    'diff:Compare two runs\: regressions, fixes and other changes'
    'baseline:Update a baseline of known failures with the results of a run'
    'list:List scenarios, adapters, findings, behaviours or defects'
    'explain:Explain a scenario\: its world, its one mutation, what each side should see'
    'coverage:Show the decision tables\: factors, rules, and which cells are run'
    'lint:Check scenario, world and adapter files, and show each error with its position'
    'doctor:Check that an adapter keeps the contract, and report its errors'
    'init:Make a repository of your own\: settings, adapter, scenario, workflows, today'\''s baseline'
    'new:Write a template of an adapter, scenario or world, or a front end for a test runner'
    'pins:Read the pins of an app'\''s configuration\: as a world to run against, or in another form'
    'schema:Print the JSON Schema of a kind of file, for editors'
    'completions:Print completions for a shell'
    'man:Print the manual page, in man(7) macros'
    'help:Show help for the command or for a verb'
    'version:Print the version'
  )
  if ((CURRENT == 2)); then
    _describe 'verb' verbs
    return
  fi
  local verb=$words[2]
  shift words
  ((CURRENT--))
  case $verb in
    run)
      _arguments -s \
        '*--adapter=[Validator to judge\: a name, a path to a program or adapter.yaml, or - for the program that started this one (may be repeated)]:NAME:_rogues_adapters' \
        '*-a+[Validator to judge\: a name, a path to a program or adapter.yaml, or - for the program that started this one (may be repeated)]:NAME:_rogues_adapters' \
        '*--tag=[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*-t+[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*--skip=[Leave these scenarios or cases out; '\''!PATTERN'\'' among the patterns means the same (may be repeated)]:PATTERN:' \
        '--level=[Only scenarios of at least this level]:LEVEL:(must should may)' \
        '--severity=[Only scenarios of at least this severity]:SEVERITY:(low medium high critical)' \
        '--profile=[Only the scenarios of a profile; fails if the adapter lacks a must of it (see\: list --profiles)]:NAME:_rogues_profiles' \
        '--axes=[Combinations of TLS version, policy, key and engine\: pairwise (default), full, tls=1.3,policy=NAME]:AXES:{compadd -S "" -- pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=}' \
        '--jobs=[Attempts at once (default\: two for each core, at least four)]:N:' \
        '-j+[Attempts at once (default\: two for each core, at least four)]:N:' \
        '--timeout=[Deadline of one attempt, such as 800ms or 5s (default\: 5s)]:TIME:' \
        '--seed=[Repeat the certificates, plan and verdicts of a run (with --at also its bytes)]:TEXT:' \
        '--at=[The clock of the run, RFC 3339 in UTC (default\: now)]:MOMENT:' \
        '--artifacts=[Keep the evidence of cases that did not pass in DIR]:DIR:_files -/' \
        '*--report=[Write a report; KIND is junit, gitlab, github, annotations, markdown, sarif, ctrf, tap, badge, html; PATH - is standard output, of html it is a folder (may be repeated)]:KIND=PATH:{compadd -S "" -- junit= gitlab= github= annotations= markdown= sarif= ctrf= tap= badge= html=}' \
        '--log=[Write the event log (JSON Lines) to PATH; - is standard output]:PATH:_files' \
        '--shard=[Only the I-th of N parts of the plan; '\''report'\'' joins the logs (default\: from the CI system'\''s variables)]:I/N:' \
        '--dry-run[Print what would run, and run nothing]' \
        '-n[Print what would run, and run nothing]' \
        '--responder-port=[Fixed port of the revocation responders, so that a seed repeats the URLs in certificates]:PORT:' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--strict[Fail for a deviation too (refused, but for another reason or in another phase)]' \
        '--baseline=[Known failures (YAML)\: only new failures fail, and entries that no longer occur]:FILE:_files' \
        '--fail-fast[Stop at the first failure]' \
        '--last-failed[Only the cases that did not pass in the last run]' \
        '--repeat=[Run each case N times; one whose verdicts differ is unstable, which fails]:N:' \
        '--listen=[The IPv4 address of this machine to listen at, and one port for all cases in turn (default\: 127.0.0.1, for this machine only, and free ports)]:ADDRESS\[\:PORT\]:' \
        '*--host=[The client'\''s own host, instead of the worlds'\'' (for a client that is built once; may be repeated)]:NAME:' \
        '--roots=[The root of every world, with its key, which the client trusts; made if there is none (for a client that is built once)]:FILE:_files' \
        '--page=[Show the run on a web page at this IPv4 address of this machine (default\: no page)]:ADDRESS\[\:PORT\]:' \
        '--config=[Settings (YAML) instead of the nearest rogues.yaml; none\: no settings]:FILE:_files' \
        '--verbose[Show every case]' \
        '-v[Show every case]' \
        '--quiet[Show the summary only]' \
        '-q[Show the summary only]' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--progress=[Progress on standard error\: auto (default), plain, none]:HOW:(auto plain none)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[PATTERN...\]:_rogues_scenarios'
      ;;
    compare)
      _arguments -s \
        '*--scenario=[Only these scenarios\: '\''trust/*'\'', '\''**'\'', an id, a file (may be repeated)]:PATTERN:' \
        '*-s+[Only these scenarios\: '\''trust/*'\'', '\''**'\'', an id, a file (may be repeated)]:PATTERN:' \
        '*--adapter=[Validator to judge\: a name, a path to a program or adapter.yaml, or - for the program that started this one (may be repeated)]:NAME:_rogues_adapters' \
        '*-a+[Validator to judge\: a name, a path to a program or adapter.yaml, or - for the program that started this one (may be repeated)]:NAME:_rogues_adapters' \
        '*--tag=[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*-t+[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*--skip=[Leave these scenarios or cases out; '\''!PATTERN'\'' among the patterns means the same (may be repeated)]:PATTERN:' \
        '--level=[Only scenarios of at least this level]:LEVEL:(must should may)' \
        '--severity=[Only scenarios of at least this severity]:SEVERITY:(low medium high critical)' \
        '--profile=[Only the scenarios of a profile (see\: list --profiles)]:NAME:_rogues_profiles' \
        '--axes=[Combinations of TLS version, policy, key and engine\: pairwise (default), full, tls=1.3,policy=NAME]:AXES:{compadd -S "" -- pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=}' \
        '--jobs=[Attempts at once (default\: two for each core, at least four)]:N:' \
        '-j+[Attempts at once (default\: two for each core, at least four)]:N:' \
        '--timeout=[Deadline of one attempt, such as 800ms or 5s (default\: 5s)]:TIME:' \
        '--seed=[Repeat the certificates, plan and verdicts of a run (with --at also its bytes)]:TEXT:' \
        '--at=[The clock of the run, RFC 3339 in UTC (default\: now)]:MOMENT:' \
        '--artifacts=[Keep the evidence of cases that did not pass in DIR]:DIR:_files -/' \
        '*--report=[Write a report; KIND is junit, gitlab, github, annotations, markdown, sarif, ctrf, tap, badge, html; PATH - is standard output, of html it is a folder (may be repeated)]:KIND=PATH:{compadd -S "" -- junit= gitlab= github= annotations= markdown= sarif= ctrf= tap= badge= html=}' \
        '--log=[Write the event log (JSON Lines) to PATH; - is standard output]:PATH:_files' \
        '--shard=[Only the I-th of N parts of the plan; '\''report'\'' joins the logs (default\: from the CI system'\''s variables)]:I/N:' \
        '--dry-run[Print what would run, and run nothing]' \
        '-n[Print what would run, and run nothing]' \
        '--responder-port=[Fixed port of the revocation responders, so that a seed repeats the URLs in certificates]:PORT:' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--all[Show every scenario, including those that all clients pass]' \
        '--notes[Explain every verdict]' \
        '--config=[Settings (YAML) where the command line has none (default\: none)]:FILE:_files' \
        '--verbose[Show every case]' \
        '-v[Show every case]' \
        '--quiet[Show the summary only]' \
        '-q[Show the summary only]' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--progress=[Progress on standard error\: auto (default), plain, none]:HOW:(auto plain none)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[ADAPTER...\]:_rogues_adapters'
      ;;
    bisect)
      _arguments -s \
        '--from=[The first version to examine (default\: the oldest release)]:VERSION:' \
        '--to=[The last version to examine (default\: the newest release)]:VERSION:' \
        '--axes=[Combinations of TLS version, policy, key and engine\: pairwise (default), full, tls=1.3,policy=NAME]:AXES:{compadd -S "" -- pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=}' \
        '--json[Print JSON]' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:ADAPTER SCENARIO:_rogues_adapters'
      ;;
    replay)
      _arguments -s \
        '*--adapter=[Adapter of the case\: its name in the log, or its path here (default\: the only one of the case)]:NAME:_rogues_adapters' \
        '*-a+[Adapter of the case\: its name in the log, or its path here (default\: the only one of the case)]:NAME:_rogues_adapters' \
        '--timeout=[Deadline of one attempt, such as 800ms or 5s (default\: 5s)]:TIME:' \
        '--artifacts=[Keep the evidence of cases that did not pass in DIR]:DIR:_files -/' \
        '--log=[Write the event log (JSON Lines) to PATH; - is standard output]:PATH:_files' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--verbose[Show every case]' \
        '-v[Show every case]' \
        '--quiet[Show the summary only]' \
        '-q[Show the summary only]' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--progress=[Progress on standard error\: auto (default), plain, none]:HOW:(auto plain none)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:LOG ID:_files'
      ;;
    serve)
      _arguments -s \
        '*--tag=[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*-t+[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*--skip=[Leave these scenarios or cases out; '\''!PATTERN'\'' among the patterns means the same (may be repeated)]:PATTERN:' \
        '--level=[Only scenarios of at least this level]:LEVEL:(must should may)' \
        '--severity=[Only scenarios of at least this severity]:SEVERITY:(low medium high critical)' \
        '--profile=[Only the scenarios of a profile (see\: list --profiles)]:NAME:_rogues_profiles' \
        '--axes=[Combinations of TLS version, policy, key and engine\: pairwise (default), full, tls=1.3,policy=NAME]:AXES:{compadd -S "" -- pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=}' \
        '--listen=[The IPv4 address of this machine to listen at, and one port for all cases in turn (default\: 127.0.0.1, for this machine only, and free ports)]:ADDRESS\[\:PORT\]:' \
        '--page=[The IPv4 address of this machine, and the port, of the web page (default\: as --listen)]:ADDRESS\[\:PORT\]:' \
        '*--host=[The client'\''s own host, instead of the worlds'\'' (for a client that is built once; may be repeated)]:NAME:' \
        '--roots=[The root of every world, with its key, which the client trusts; made if there is none (for a client that is built once)]:FILE:_files' \
        '--all[Open all of them at once, each at its own port (from that of --listen on)]' \
        '--output=[Where trust material and pins are written (default\: rogues-serve)]:DIR:_files -/' \
        '-o+[Where trust material and pins are written (default\: rogues-serve)]:DIR:_files -/' \
        '--json[Print JSON]' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[PATTERN...\]:_rogues_scenarios'
      ;;
    explore)
      _arguments -s \
        '*--adapter=[Member of the panel beside the reference\: a name or a path (may be repeated)]:NAME:_rogues_adapters' \
        '*-a+[Member of the panel beside the reference\: a name or a path (may be repeated)]:NAME:_rogues_adapters' \
        '--minutes=[End after N minutes]:N:' \
        '--cases=[End after N chains, those of shrinking included]:N:' \
        '--seed=[Where chance begins, a whole number (default 1)]:TEXT:' \
        '--jobs=[Attempts at once (default\: two for each core, at least four)]:N:' \
        '-j+[Attempts at once (default\: two for each core, at least four)]:N:' \
        '--timeout=[Deadline of one attempt, such as 800ms or 5s (default\: 5s)]:TIME:' \
        '*--tag=[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*-t+[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '--folder=[Keep the finds and the state of the search in DIR (default\: found)]:DIR:_files -/' \
        '--quiet[Show the summary only]' \
        '-q[Show the summary only]' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[PATTERN...\]:_rogues_scenarios'
      ;;
    corpus)
      _arguments -s \
        '*--adapter=[Validator to put it to\: a name or a path (may be repeated)]:NAME:_rogues_adapters' \
        '*-a+[Validator to put it to\: a name or a path (may be repeated)]:NAME:_rogues_adapters' \
        '--jobs=[Attempts at once (default\: two for each core, at least four)]:N:' \
        '-j+[Attempts at once (default\: two for each core, at least four)]:N:' \
        '--timeout=[Deadline of one attempt, such as 800ms or 5s (default\: 5s)]:TIME:' \
        '--results=[Write NAME.json of each validator into DIR, in the results format of x509-limbo]:DIR:_files -/' \
        '--log=[Write each answer to PATH, one line of JSON each; - is standard output]:PATH:_files' \
        '--table=[Write the matrix of cases and validators to FILE as CSV]:FILE:_files' \
        '--artifacts=[Keep the evidence of cases that did not pass in DIR]:DIR:_files -/' \
        '--all[Show every case, including those in which all agree]' \
        '--quiet[Show the summary only]' \
        '-q[Show the summary only]' \
        '--folder=[Write into DIR (default\: here)]:DIR:_files -/' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '1:action:(run list export)' \
        '*:run|list|export PATH \[CASE...\]:_files'
      ;;
    export)
      _arguments -s \
        '--format=[The format (default\: limbo)]:FORMAT:(limbo pem)' \
        '--file=[Write into FILE (default\: standard output)]:FILE:_files' \
        '--folder=[Write into DIR (default\: here)]:DIR:_files -/' \
        '*--tag=[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*-t+[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*--skip=[Leave these scenarios or cases out; '\''!PATTERN'\'' among the patterns means the same (may be repeated)]:PATTERN:' \
        '--level=[Only scenarios of at least this level]:LEVEL:(must should may)' \
        '--severity=[Only scenarios of at least this severity]:SEVERITY:(low medium high critical)' \
        '--profile=[Only the scenarios of a profile (see\: list --profiles)]:NAME:_rogues_profiles' \
        '--seed=[Repeat the certificates, plan and verdicts of a run (with --at also its bytes)]:TEXT:' \
        '--at=[The clock of the run, RFC 3339 in UTC (default\: now)]:MOMENT:' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[PATTERN...\]:_rogues_scenarios'
      ;;
    report)
      _arguments -s \
        '*--to=[The report to write; KIND is junit, gitlab, github, annotations, markdown, sarif, ctrf, tap, badge, html; PATH - is standard output, of html it is a folder (may be repeated)]:KIND=PATH:{compadd -S "" -- junit= gitlab= github= annotations= markdown= sarif= ctrf= tap= badge= html=}' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:LOG...:_files'
      ;;
    diff)
      _arguments -s \
        '--across[Compare logs of other versions and catalogues, by the scenarios'\'' names alone]' \
        '--json[Print JSON]' \
        '--html=[Write the differences to FILE, as a page of its own]:FILE:_files' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:BEFORE AFTER:_files'
      ;;
    baseline)
      _arguments -s \
        '--add[Add new failures; --why gives the reason]' \
        '--why=[Why the added failures are accepted for now]:TEXT:' \
        '--issue=[Where the added failures are tracked, such as a URL]:TEXT:' \
        '--until=[Last day of expired and added entries, such as 2027-03-31]:DATE:' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '1:action:(update)' \
        '*:update FILE \[LOG...\]:_files'
      ;;
    list)
      _arguments -s \
        '*--tag=[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*-t+[Only scenarios with these tags\: '\''a,b'\'' means both, '\''!a'\'' means without a; repeated flags are alternatives]:TAGS:' \
        '*--skip=[Leave these scenarios or cases out; '\''!PATTERN'\'' among the patterns means the same (may be repeated)]:PATTERN:' \
        '--level=[Only scenarios of at least this level]:LEVEL:(must should may)' \
        '--severity=[Only scenarios of at least this severity]:SEVERITY:(low medium high critical)' \
        '--profile=[Only the scenarios of a profile (see\: list --profiles)]:NAME:_rogues_profiles' \
        '*--grep=[Only scenarios about TEXT, in id, title, keyword, RFC or CVE (may be repeated\: all must match)]:TEXT:' \
        '*-g+[Only scenarios about TEXT, in id, title, keyword, RFC or CVE (may be repeated\: all must match)]:TEXT:' \
        '--adapters[List the adapters instead of the scenarios]' \
        '--behaviours[List the behaviours\: faults of a server'\''s handshake]' \
        '--defects[List the defects\: faults of a certificate]' \
        '--profiles[List the profiles\: selections of scenarios for kinds of clients]' \
        '--findings[List the findings about clients; with -a NAME those about one]' \
        '*--adapter=[Only the findings about this adapter, with --findings (may be repeated)]:NAME:_rogues_adapters' \
        '*-a+[Only the findings about this adapter, with --findings (may be repeated)]:NAME:_rogues_adapters' \
        '--ids[Print only ids, one per line]' \
        '--json[Print JSON]' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[PATTERN...\]:_rogues_scenarios'
      ;;
    explain)
      _arguments -s \
        '--axes=[Combinations of TLS version, policy, key and engine\: pairwise (default), full, tls=1.3,policy=NAME]:AXES:{compadd -S "" -- pairwise full tls=1.2 tls=1.3 key=p256 key=p384 key=ed25519 key=rsa2048 key=rsa2048-pss key=p521 key=ed448 key=rsa3072 key=rsa4096 key=rsa8192 key=rsa2050 key=rsa2048-e3 key=rsa512 key=rsa768 key=rsa1024 key=p192 key=p224 policy= engine=}' \
        '--json[Print JSON]' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:ID...:_rogues_scenarios'
      ;;
    coverage)
      _arguments -s \
        '--panel=[Read the event log of a comparison and count the ways in which its adapters differ]:LOG:_files' \
        '*--adapter=[Adapter whose cells to count\: a name or a path; with --panel one of the log (may be repeated)]:NAME:_rogues_adapters' \
        '*-a+[Adapter whose cells to count\: a name or a path; with --panel one of the log (may be repeated)]:NAME:_rogues_adapters' \
        '--json[Print JSON]' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[TABLE...\]:_rogues_scenarios'
      ;;
    lint)
      _arguments -s \
        '--json[Print JSON]' \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[FILE...\]:_files'
      ;;
    doctor)
      _arguments -s \
        '*--catalogue=[Folder with Scenarios, Certs or Adapters to add to the built-in ones (default\: searched upwards; may be repeated)]:DIR:_files -/' \
        '--listen=[The IPv4 address of this machine to listen at, and one port for all cases in turn (default\: 127.0.0.1, for this machine only, and free ports)]:ADDRESS\[\:PORT\]:' \
        '*--host=[The client'\''s own host, instead of the worlds'\'' (for a client that is built once; may be repeated)]:NAME:' \
        '--roots=[The root of every world, with its key, which the client trusts; made if there is none (for a client that is built once)]:FILE:_files' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[ADAPTER...\]:_rogues_adapters'
      ;;
    init)
      _arguments -s \
        '--door=[How the harness runs the adapter\: exec (default), session, recipe, swift]:DOOR:(exec session recipe swift)' \
        '--from=[Copy this adapter of the catalogue, such as okhttp, python-ssl or go-tls; or one for an app\: android, ios, browser]:NAME:' \
        '--adapter=[Take this adapter\: a program, or a folder with an adapter.yaml]:PATH:_files' \
        '--owner=[The GitHub account that has the release (default\: the runner'\''s image has it)]:ACCOUNT:' \
        '--listen=[The IPv4 address of this machine to listen at, and one port for all cases in turn (default\: 127.0.0.1, for this machine only, and free ports)]:ADDRESS\[\:PORT\]:' \
        '*--host=[The client'\''s own host, instead of the worlds'\'' (for a client that is built once; may be repeated)]:NAME:' \
        '--roots=[The root of every world, with its key, which the client trusts; made if there is none (for a client that is built once)]:FILE:_files' \
        '--folder=[Write into DIR (default\: here)]:DIR:_files -/' \
        '--color=[Colour\: auto (default), always, never]:WHEN:(auto always never)' \
        '--progress=[Progress on standard error\: auto (default), plain, none]:HOW:(auto plain none)' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:NAME:'
      ;;
    new)
      _arguments -s \
        '--door=[How the harness runs the adapter\: exec (default), session, recipe, swift]:DOOR:(exec session recipe swift)' \
        '--from=[Copy this adapter of the catalogue, such as okhttp, python-ssl or go-tls; or one for an app\: android, ios, browser]:NAME:' \
        '--world=[The world of the new scenario (default\: FAMILY-site)]:NAME:' \
        '--folder=[Write into DIR (default\: here)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:KIND NAME:'
      ;;
    pins)
      _arguments -s \
        '--from=[The form of FILE (default\: detected from its content)]:FORM:(android trustkit ats okhttp curl source)' \
        '--to=[The form to write]:FORM:(android trustkit ats okhttp curl)' \
        '--host=[The pinned host, if FILE names none (curl)]:HOST:' \
        '--position=[Which certificate the pins refer to, where FILE names no position (default\: anywhere in the path)]:PLACE:(leaf ca)' \
        '--world=[The name of the world (default\: app-pins)]:NAME:' \
        '*--value=[The value of a name that FILE uses and does not define, such as one of BuildConfig]:NAME=VALUE:' \
        '--folder=[Write the world and its scenarios into the repository DIR (default\: the world to standard output)]:DIR:_files -/' \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '1:action:(import export)' \
        '*:import|export FILE:_files'
      ;;
    schema)
      _arguments -s \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:NAME:(world scenario adapter stack ledger corpus family profile project decision-table circumstances checks probes attempt statement log)'
      ;;
    completions)
      _arguments -s \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:SHELL:(bash zsh fish)'
      ;;
    man)
      _arguments -s \
        '--help[Show this help]' \
        '-h[Show this help]'
      ;;
    help)
      _arguments -s \
        '--help[Show this help]' \
        '-h[Show this help]' \
        '*:\[VERB\]:(run compare bisect replay serve explore corpus export report diff baseline list explain coverage lint doctor init new pins schema completions man help version)'
      ;;
    version)
      _arguments -s \
        '--help[Show this help]' \
        '-h[Show this help]'
      ;;
  esac
}
_rogues "$@"
