<?php
// An adapter for PHP's SSL streams and their peer_fingerprint, through the session door (docs/reference/adapters.md).
//
// Whatever is raised and not understood ends the process: an adapter error, never a refusal.

// The same words are in adapter.yaml. Not "reason": the stream reports "certificate verify failed" without a reason.
const CAPABILITIES = [
    'anchors', 'host.ipv6', 'pin.certificate.leaf', 'pin.digest', 'client-identity.pem', 'tls1.2', 'tls1.3',
];

// OpenSSL's words, of which PHP hands on those that end a handshake; the first that fits decides.
const FAULTS = [
    'did not match expected' => ['name-mismatch', 'after-handshake'],
    'Unable to locate peer certificate CN' => ['name-mismatch', 'after-handshake'],
    'peer_fingerprint match failure' => ['pin-mismatch', 'after-handshake'],
    'Unable to set private key file' => ['client-identity', 'configuration'],
    'Unable to set local cert chain file' => ['client-identity', 'configuration'],
    'Failed setting local cert' => ['client-identity', 'configuration'],
    'certificate verify failed' => ['other', 'handshake'],
    'unsupported protocol' => ['version', 'handshake'],
    'wrong version number' => ['version', 'handshake'],
    'SSL routines::bad signature' => ['proof-of-possession', 'handshake'],
];

final class Cancel extends Exception
{
    public function __construct(public ?string $reason, public string $phase, string $detail)
    {
        parent::__construct($detail);
    }
}

final class Failed extends Exception
{
    public function __construct(public string $cause, string $detail)
    {
        parent::__construct($detail);
    }
}

final class Unsupported extends Exception
{
    public function __construct(public string $capability, string $why)
    {
        parent::__construct($why);
    }
}

function say(array $message): void
{
    fwrite(STDOUT, json_encode($message, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}

/** The pin for this host, of which peer_fingerprint takes one. */
function pin(array $attempt): ?string
{
    $found = [];
    $plain = fn (string $name): string => str_contains($name, ':') ? inet_pton($name) : rtrim(strtolower($name), '.');
    foreach ($attempt['policy']['pinSets'] as $set) {
        if ($plain($set['host']) === $plain($attempt['connect']['host'])) {
            $found[] = $set['any'];
        }
    }
    if (!$found) {
        return null;
    }
    if (count($found) > 1 || count($found[0]) > 1) {
        throw new Unsupported('pin.certificate.leaf', 'peer_fingerprint takes one digest of each kind');
    }
    return $found[0][0]['sha256Hex'];
}

/** @return array<string, mixed> the options of the stream's context */
function options(array $attempt): array
{
    $policy = $attempt['policy'];
    $in = fn (?string $name): string => $name === null ? '' : file_get_contents("{$attempt['directory']}/$name");
    $roots = $policy['anchors'] ? $in($policy['anchors']) : $in($policy['systemAnchors']) . $in($policy['userAnchors']);
    if (trim($roots) === '') {
        throw new Unsupported('anchors', 'a cafile without a certificate is refused by the stream, and without one the system is trusted');
    }
    file_put_contents("{$attempt['directory']}/adapter-roots.pem", $roots);
    $both = ['1.2' => STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT, '1.3' => STREAM_CRYPTO_METHOD_TLSv1_3_CLIENT];
    $methods = 0;
    foreach ($both as $version => $method) {
        if ($version >= $attempt['tls']['minimum'] && $version <= $attempt['tls']['maximum']) {
            $methods |= $method;
        }
    }
    $options = [
        'cafile' => "{$attempt['directory']}/adapter-roots.pem",
        'capath' => "{$attempt['directory']}/none",
        'verify_peer' => true,
        'verify_peer_name' => $policy['hostname'] !== null,
        'peer_name' => rtrim($policy['hostname'] ?? $attempt['connect']['host'], '.'),
        'SNI_enabled' => true,
        'verify_depth' => 20,
        'crypto_method' => $methods,
    ];
    if ($attempt['tls']['alpn']) {
        $options['alpn_protocols'] = implode(',', $attempt['tls']['alpn']);
    }
    if (($pin = pin($attempt)) !== null) {
        $options['peer_fingerprint'] = ['sha256' => $pin];
    }
    if ($identity = $policy['identity']) {
        file_put_contents(
            "{$attempt['directory']}/adapter-identity.pem", $in($identity['certificate']) . $in($identity['intermediates']));
        $options['local_cert'] = "{$attempt['directory']}/adapter-identity.pem";
        $options['local_pk'] = "{$attempt['directory']}/{$identity['key']}";
    }
    return $options;
}

function request(array $attempt): string
{
    $to = $attempt['connect'];
    $warnings = [];
    // Of several errors the first is the most specific.
    set_error_handler(function (int $level, string $text) use (&$warnings): bool {
        $warnings[] = preg_replace('/\s+/', ' ', $text);
        return true;
    });
    $end = microtime(true) + $attempt['deadlineMilliseconds'] / 1000 * 0.8;
    try {
        $context = stream_context_create(['ssl' => options($attempt)]);
        $number = 0;
        $text = '';
        $stream = stream_socket_client(
            "ssl://{$to['address']}:{$to['port']}", $number, $text, $end - microtime(true), STREAM_CLIENT_CONNECT, $context);
        if ($stream === false) {
            throw meaning($number, $text, $warnings);
        }
        stream_set_timeout($stream, max((int) ($end - microtime(true)), 1));
        $host = str_contains($to['host'], ':') ? "[{$to['host']}]" : $to['host'];  // RFC 3986, section 3.2.2
        $line = "GET {$to['path']} HTTP/1.1\r\nHost: {$host}:{$to['port']}\r\n\r\n";
        fwrite($stream, $line);
        $reply = (string) stream_get_contents($stream, 65536);
        $isLate = stream_get_meta_data($stream)['timed_out'];
        fclose($stream);
    } finally {
        restore_error_handler();
    }
    if (preg_match('/^HTTP\/1\.[01] 200 .*?\r\n\r\n([0-9a-fA-F]{32})\r?\n?$/sD', $reply, $found)) {
        return $found[1];
    }
    if ($isLate) {
        throw new Failed('timeout', 'no answer in time');
    }
    throw $warnings ? meaning(0, '', $warnings, 'after-handshake') : new Failed('server', 'the reply holds no nonce');
}

function meaning(int $number, string $text, array $warnings, ?string $phase = null): Exception
{
    $all = implode('; ', $warnings) . ($text === '' ? '' : "; $text");
    if ($number === 110 || str_contains($all, 'timed out')) {
        return new Failed('timeout', $all);
    }
    if (in_array($number, [104, 111], true) || str_contains($all, 'Connection reset') || str_contains($all, 'Broken pipe')) {
        return new Failed('network', $all);
    }
    foreach (FAULTS as $words => [$reason, $of]) {
        if (str_contains($all, $words)) {
            return new Cancel($reason, $of, $all);
        }
    }
    if (str_contains($all, ' alert ') && !str_contains($all, 'too many') || str_contains($all, 'unexpected eof')) {
        return new Failed('server', $all);
    }
    if (str_contains($all, 'OpenSSL Error messages')) {
        return new Cancel('protocol', $phase ?? 'handshake', $all);
    }
    // It neither reads nor reports more if the server has closed the connection.
    if (str_contains($all, 'Failed to enable crypto') || str_contains($all, 'SSL: ')) {
        return new Failed('network', $all);
    }
    return new ErrorException("without a meaning: $number $all");
}

function answer(array $attempt): array
{
    foreach ($attempt['needs'] as $need) {
        if (!in_array($need, CAPABILITIES, true)) {
            return ['type' => 'unsupported', 'capability' => $need];
        }
    }
    try {
        return ['type' => 'statement', 'disposition' => 'accept', 'nonce' => request($attempt)];
    } catch (Cancel $refusal) {
        $statement = ['type' => 'statement', 'disposition' => 'cancel', 'phase' => $refusal->phase];
        return $statement + ['reason' => $refusal->reason, 'detail' => $refusal->getMessage()];
    } catch (Failed $failure) {
        return ['type' => 'failed', 'cause' => $failure->cause, 'detail' => $failure->getMessage()];
    } catch (Unsupported $missing) {
        return ['type' => 'unsupported', 'capability' => $missing->capability, 'why' => $missing->getMessage()];
    }
}

while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    if ($message['type'] === 'hello') {
        $library = ['name' => 'PHP', 'version' => PHP_VERSION];
        $ready = ['type' => 'ready', 'protocol' => 1, 'adapter' => 'php', 'library' => $library, 'maxInFlight' => 1];
        say($ready + ['capabilities' => CAPABILITIES, 'declined' => []]);
    } elseif ($message['type'] === 'attempt') {
        say(['id' => $message['id']] + answer($message));
    } elseif ($message['type'] === 'bye') {
        break;
    }
}
