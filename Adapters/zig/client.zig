//! One attempt with std.crypto.tls, as std.http.Client uses it: CA bundle, host and time go into Client.Options.
//!
//! Reads the attempt as NAME=VALUE arguments, and prints one line of the exec door (docs/reference/adapters.md).

const std = @import("std");
const Io = std.Io;
const tls = std.crypto.tls;

var host: []const u8 = "";
var address: []const u8 = "";
var path: []const u8 = "";
var roots: ?[]const u8 = null;
var port: u16 = 0;
var time: ?i64 = null;

pub fn main(init: std.process.Init) !void {
    const arena = init.arena.allocator();
    const args = try init.minimal.args.toSlice(arena);
    for (args[1..]) |arg| {
        const at = std.mem.findScalar(u8, arg, '=') orelse continue;
        const name = arg[0..at];
        const value = arg[at + 1 ..];
        if (std.mem.eql(u8, name, "host")) host = value;
        if (std.mem.eql(u8, name, "address")) address = value;
        if (std.mem.eql(u8, name, "path")) path = value;
        if (std.mem.eql(u8, name, "roots")) roots = value;
        if (std.mem.eql(u8, name, "port")) port = try std.fmt.parseInt(u16, value, 10);
        if (std.mem.eql(u8, name, "time")) time = try std.fmt.parseInt(i64, value, 10);
    }
    var buffer: [1024]u8 = undefined;
    var out: Io.File.Writer = .initStreaming(.stdout(), init.io, &buffer);
    try attempt(arena, init.io, &out.interface);
    try out.interface.flush();
}

fn attempt(gpa: std.mem.Allocator, io: Io, out: *Io.Writer) !void {
    const now: Io.Timestamp = if (time) |seconds|
        .fromNanoseconds(@as(i96, seconds) * std.time.ns_per_s)
    else
        Io.Clock.real.now(io);
    var bundle: std.crypto.Certificate.Bundle = .empty;
    if (roots) |file| bundle.addCertsFromFilePathAbsolute(gpa, io, now, file) catch |err|
        return out.print("CANCEL configuration@configuration {t}\n", .{err});
    var lock: Io.RwLock = .init;

    const to = try Io.net.IpAddress.parse(address, port);
    const stream = to.connect(io, .{ .mode = .stream }) catch |err| return out.print("FAILED network {t}\n", .{err});
    defer stream.close(io);

    var buffers: [4][tls.Client.min_buffer_len]u8 = undefined;
    var reader = stream.reader(io, &buffers[0]);
    var writer = stream.writer(io, &buffers[1]);
    var entropy: [tls.Client.Options.entropy_len]u8 = undefined;
    io.random(&entropy);
    var alert: tls.Alert = undefined;
    var client = tls.Client.init(&reader.interface, &writer.interface, .{
        .host = .{ .explicit = host },
        .ca = .{ .bundle = .{ .gpa = gpa, .io = io, .lock = &lock, .bundle = &bundle } },
        .read_buffer = &buffers[2],
        .write_buffer = &buffers[3],
        .entropy = &entropy,
        .realtime_now = now,
        .allow_truncation_attacks = true,
        .alert = &alert,
    }) catch |err| return said(out, err, "handshake");

    exchange(&client, &writer.interface, out) catch |err|
        return said(out, client.read_err orelse err, "after-handshake");
}

fn exchange(client: *tls.Client, net: *Io.Writer, out: *Io.Writer) !void {
    try client.writer.print("GET {s} HTTP/1.1\r\nHost: {s}:{d}\r\n\r\n", .{ path, host, port });
    try client.writer.flush();
    try net.flush();
    const status = std.mem.trimEnd(u8, try client.reader.takeDelimiterInclusive('\n'), "\r\n");
    if (!std.mem.startsWith(u8, status, "HTTP/1.1 200 ")) return out.print("FAILED server {s}\n", .{status});
    while (true) {
        const line = try client.reader.takeDelimiterInclusive('\n');
        if (std.mem.trimEnd(u8, line, "\r\n").len == 0) break;
    }
    const nonce = try client.reader.take(32);
    try out.print("ACCEPT {s}\n", .{nonce});
}

/// What an error of the library means; its name is its only word.
fn said(out: *Io.Writer, err: anyerror, phase: []const u8) !void {
    const reason = switch (err) {
        error.TlsAlert => return out.print("FAILED server {t}\n", .{err}),
        error.TlsConnectionTruncated, error.ReadFailed, error.WriteFailed, error.EndOfStream => return out.print(
            "FAILED network {t}\n",
            .{err},
        ),
        error.CertificateHostMismatch => "name-mismatch",
        error.CertificateExpired => "expired",
        error.CertificateNotYetValid => "not-yet-valid",
        error.CertificateIssuerMismatch, error.TlsCertificateNotVerified => "untrusted",
        error.CertificateSignatureInvalid, error.CertificateSignatureInvalidLength => "bad-signature",
        error.CertificateSignatureAlgorithmUnsupported,
        error.CertificateSignatureUnsupportedBitCount,
        error.CertificateSignatureNamedCurveUnsupported,
        error.TlsBadRsaSignatureBitCount,
        => "weak-crypto",
        error.CertificateFieldHasInvalidLength,
        error.CertificateFieldHasWrongDataType,
        error.CertificatePublicKeyInvalid,
        error.CertificateTimeInvalid,
        error.CertificateHasInvalidBitString,
        error.UnsupportedCertificateVersion,
        => "malformed",
        // Unknown algorithms; and bytes that may be a key or a signature.
        error.CertificateHasUnrecognizedObjectId,
        error.CertificateSignatureAlgorithmMismatch,
        error.InvalidEncoding,
        error.IdentityElement,
        error.NonCanonical,
        => "other",
        error.SignatureVerificationFailed, error.InvalidSignature => "proof-of-possession",
        else => "protocol",
    };
    try out.print("CANCEL {s}@{s} {t}\n", .{ reason, phase, err });
}
