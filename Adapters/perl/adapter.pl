#!/usr/bin/perl
# An adapter for Perl's IO::Socket::SSL, with pins by its get_fingerprint, through the session door (docs/reference/adapters.md).
#
# Not SSL_fingerprint: one that matches makes everything else right, and one that does not leaves the decision to the CAs.
# Whatever dies without being understood ends the process: an adapter error, never a refusal.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use Errno qw(ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EAGAIN EWOULDBLOCK);
use IO::Socket::INET;
use IO::Socket::SSL qw(:DEFAULT SSL_OCSP_NO_STAPLE SSL_OCSP_TRY_STAPLE SSL_OCSP_MUST_STAPLE);
use JSON::PP;

# The same words are in adapter.yaml. Not "reason": most refusals are "certificate verify failed".
my @CAPABILITIES = qw(
  anchors host.ipv6 pin.spki.leaf pin.certificate.leaf revocation.crl revocation.ocsp-staple revocation.require
  revocation.no-network client-identity.pem tls1.2 tls1.3
);

$| = 1;
$SIG{PIPE} = 'IGNORE';
my $json = JSON::PP->new->canonical;

sub say_it { print $json->encode($_[0]), "\n" }

sub contents {
  my ($name) = @_;
  open my $file, '<:raw', $name or die "$name: $!";
  local $/;
  return scalar <$file>;
}

sub written {
  my ($name, $text) = @_;
  open my $file, '>:raw', $name or die "$name: $!";
  print $file $text;
  close $file or die "$name: $!";
  return $name;
}

# The contents of the DER element at an offset, and where the next one begins.
sub element {
  my ($der, $at) = @_;
  my ($length, $begin) = (ord substr($der, $at + 1, 1), $at + 2);
  if ($length & 0x80) {
    my $octets = $length & 0x7f;
    $length = 0;
    $length = $length * 256 + ord substr($der, $begin++, 1) for 1 .. $octets;
  }
  return (substr($der, $begin, $length), $begin + $length);
}

# A pin in the form of get_fingerprint. That of a key is the digest of the BIT STRING alone (X509_pubkey_digest), not of the
# SubjectPublicKeyInfo around it.
sub fingerprint {
  my ($attempt, $pin) = @_;
  return "sha256\$$pin->{sha256Hex}" if $pin->{kind} eq 'certificate';
  my ($info) = element(contents("$attempt->{directory}/$pin->{der}"), 0);
  my (undef, $next) = element($info, 0);
  my ($bits) = element($info, $next);
  return 'sha256$pub$' . sha256_hex(substr $bits, 1);
}

# A host as it is compared: an IPv6 address has many texts.
sub plain {
  my $name = lc shift;
  return Socket::inet_pton(Socket::AF_INET6(), $name) // $name if $name =~ /:/;
  return $name =~ s/\.$//r;
}

sub fingerprints {
  my ($attempt) = @_;
  my @sets = grep { plain($_->{host}) eq plain($attempt->{connect}{host}) } @{$attempt->{policy}{pinSets}};
  return () unless @sets;
  return undef if @sets > 1;
  return map { fingerprint($attempt, $_) } @{$sets[0]{any}};
}

sub cancel { return {type => 'statement', disposition => 'cancel', reason => $_[0], phase => $_[1], detail => $_[2]} }
sub failed { return {type => 'failed', cause => $_[0], detail => $_[1]} }

sub answer {
  my ($attempt) = @_;
  for my $need (@{$attempt->{needs}}) {
    return {type => 'unsupported', capability => $need} unless grep { $_ eq $need } @CAPABILITIES;
  }
  my ($policy, $to, $in) = ($attempt->{policy}, $attempt->{connect}, $attempt->{directory});
  my @names = $policy->{anchors} ? ($policy->{anchors}) : grep { $_ } @$policy{qw(systemAnchors userAnchors)};
  my $roots = join '', map { contents("$in/$_") } @names;
  return {type => 'unsupported', capability => 'anchors', why => 'SSL_ca_file needs at least one certificate'}
    unless $roots =~ /\S/;
  my @pins = fingerprints($attempt);
  return {type => 'unsupported', capability => 'pin.certificate.leaf', why => 'several sets for one host would be alternatives'}
    if @pins && !defined $pins[0];

  my %options = (
    SSL_verify_mode => SSL_VERIFY_PEER,
    SSL_ca_file => written("$in/adapter-roots.pem", $roots . lists($attempt)),
    SSL_ca_path => '',
    SSL_version => versions($attempt),
  );
  # Only one that is given is sent; an address has no server name.
  my $sni = $to->{host} =~ s/\.$//r;
  $options{SSL_hostname} = $sni =~ /^[\d.]+$|:/ ? '' : $sni;
  if (defined $policy->{hostname}) {
    @options{qw(SSL_verifycn_scheme SSL_verifycn_name)} = ('http', $policy->{hostname} =~ s/\.$//r);
  } else {
    $options{SSL_verifycn_scheme} = 'none';
  }
  my $revocation = $policy->{revocation};
  my %by = map { $_ => $revocation->{mode} ne 'off' } @{$revocation->{methods}};
  # SSL_crl_file is read to its first list; a file of anchors may hold lists as well.
  $options{SSL_check_crl} = 1 if $by{crl};
  $options{SSL_ocsp_mode} =
    !$by{'ocsp-staple'} ? SSL_OCSP_NO_STAPLE : $revocation->{mode} eq 'require' ? SSL_OCSP_MUST_STAPLE : SSL_OCSP_TRY_STAPLE;
  if (my $identity = $policy->{identity}) {
    my $chain = contents("$in/$identity->{certificate}");
    $chain .= contents("$in/$identity->{intermediates}") if $identity->{intermediates};
    $options{SSL_cert_file} = written("$in/adapter-identity.pem", $chain);
    $options{SSL_key_file} = "$in/$identity->{key}";
  }

  my $seconds = $attempt->{deadlineMilliseconds} / 1000 * 0.8;
  my $plain = IO::Socket::INET->new(PeerAddr => $to->{address}, PeerPort => $to->{port}, Timeout => $seconds)
    or return failed('network', "$@");
  setsockopt $plain, 1, $_, pack('l!l!', $seconds < 1 ? 1 : int $seconds, 0) for 20, 21;    # SO_RCVTIMEO, SO_SNDTIMEO
  my $tls = IO::Socket::SSL->start_SSL($plain, %options) or return meaning("$SSL_ERROR", $! + 0);
  if (@pins) {
    my @own = ($tls->get_fingerprint('sha256'), $tls->get_fingerprint('sha256', undef, 1));
    my %is_own = map { $_ => 1 } @own;
    return cancel('pin-mismatch', 'after-handshake', "neither of @own is pinned") unless grep { $is_own{$_} } @pins;
  }
  my $host = $to->{host} =~ /:/ ? "[$to->{host}]" : $to->{host};    # RFC 3986, section 3.2.2
  my $request = "GET $to->{path} HTTP/1.1\r\nHost: $host:$to->{port}\r\n\r\n";
  print $tls $request or return meaning("$SSL_ERROR", $! + 0, 1);
  my $reply = '';
  while (length $reply < 65536) {
    my $read = eval { sysread $tls, $reply, 4096, length $reply };
    # The module's own code ends the program there, after an error that it takes for a length.
    return cancel(undef, 'after-handshake', "$@") if $@;
    return meaning("$SSL_ERROR", $! + 0, 1) unless defined $read;
    last unless $read;
  }
  $tls->close;
  return {type => 'statement', disposition => 'accept', nonce => $1}
    if $reply =~ m{\AHTTP/1\.[01] 200 .*?\r\n\r\n([0-9a-fA-F]{32})\r?\n?\z}s;
  return failed('server', 'the reply holds no nonce');
}

# The CRLs that are to be checked.
sub lists {
  my ($attempt) = @_;
  my $revocation = $attempt->{policy}{revocation};
  return '' if $revocation->{mode} eq 'off' || !$revocation->{allCRLs} || !grep { $_ eq 'crl' } @{$revocation->{methods}};
  return contents("$attempt->{directory}/$revocation->{allCRLs}");
}

sub versions {
  my ($attempt) = @_;
  my $text = 'SSLv23:!SSLv3:!SSLv2:!TLSv1:!TLSv1_1';
  $text .= ':!TLSv1_2' if $attempt->{tls}{minimum} gt '1.2';
  $text .= ':!TLSv1_3' if $attempt->{tls}{maximum} lt '1.3';
  return $text;
}

sub meaning {
  my ($text, $number, $isLater) = @_;
  my $phase = $isLater ? 'after-handshake' : 'handshake';
  return cancel('name-mismatch', 'after-handshake', $text) if $text =~ /hostname verification failed/;
  return cancel('revoked', $phase, $text) if $text =~ /certificate status is revoked/;
  return cancel('revocation-unknown', $phase, $text) if $text =~ /OCSP|certificate status is/i;
  return cancel('client-identity', 'configuration', $text) if $text =~ /[Ff]ailed to (load|use) (certificate|key)|SSL_(cert|key)_file/;
  return cancel('configuration', 'configuration', $text) if $text =~ /Invalid (CRL|certificate authority)|CRL file/i;
  return cancel('other', $phase, $text) if $text =~ /certificate verify failed/;
  return failed('server', $text) if $text =~ / alert / && $text !~ /too many/ || $text =~ /unexpected eof/;
  return cancel('proof-of-possession', $phase, $text) if $text =~ /SSL routines::bad signature/;
  return cancel('version', $phase, $text) if $text =~ /unsupported protocol|wrong version number|bad protocol version/;
  return cancel('protocol', $phase, $text) if $text =~ /error:[0-9A-F]{8}:/;
  return failed('timeout', $text) if $number == ETIMEDOUT || $number == EAGAIN || $text =~ /wants a read first|timed out|timeout/i;
  return failed('network', $text) if $number == ECONNRESET || $number == EPIPE || $number == ECONNREFUSED;
  return failed('server', $text) if $text =~ /SSL connect attempt failed( because of handshake problems)?$|closed|eof/i;
  die "without a meaning: $number $text";
}

while (my $line = <STDIN>) {
  my $message = $json->decode($line);
  if ($message->{type} eq 'hello') {
    my $library = {name => 'IO::Socket::SSL', version => $IO::Socket::SSL::VERSION};
    my %ready = (type => 'ready', protocol => 1, adapter => 'perl', library => $library, maxInFlight => 1);
    say_it({%ready, capabilities => \@CAPABILITIES, declined => []});
  } elsif ($message->{type} eq 'attempt') {
    say_it({%{answer($message)}, id => $message->{id}});
  } else {
    last;
  }
}
