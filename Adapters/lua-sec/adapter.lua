-- An adapter for LuaSec, through the session door (docs/reference/adapters.md).
--
-- The library compares no names. Pins are compared after the handshake with the certificate that getpeercertificate returns.
-- Whatever is raised and not understood ends the process: an adapter error, never a refusal.
local json = require "cjson"
local socket = require "socket"
local ssl = require "ssl"

-- The same words are in adapter.yaml.
local CAPABILITIES = {
  "anchors", "pin.certificate.leaf", "pin.spki.leaf", "client-identity.pem", "tls1.2", "tls1.3",
}

local function is_in(list, word)
  for _, one in ipairs(list) do
    if one == word then return true end
  end
  return false
end

local function given(value) return value ~= nil and value ~= json.null end

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function written(name, text)
  local file = assert(io.open(name, "wb"))
  assert(file:write(text))
  file:close()
  return name
end

local function plain(name) return (name:lower():gsub("%.$", "")) end

local function base64(text) -- of a PEM block
  return (text:gsub("%-%-%-%-%-[^\n]*%-%-%-%-%-", ""):gsub("%s", ""))
end

local function is_pinned(attempt, pin, certificate)
  if pin.kind == "certificate" then return certificate:digest("sha256"):lower() == pin.sha256Hex end
  -- The text of the key is a PEM block of its SubjectPublicKeyInfo.
  local key = certificate:pubkey()
  return base64(key) == base64(read(attempt.directory .. "/" .. pin.pem))
end

local function cancel(reason, phase, detail)
  return {type = "statement", disposition = "cancel", reason = reason, phase = phase, detail = tostring(detail)}
end

local function failed(cause, detail) return {type = "failed", cause = cause, detail = tostring(detail)} end

local function meaning(text, phase)
  text = tostring(text)
  if text:find("certificate verify failed", 1, true) then return cancel("other", phase, text) end
  if text:find(" alert ", 1, true) and not text:find("too many", 1, true) then return failed("server", text) end
  if text:find("unexpected eof", 1, true) then return failed("server", text) end
  if text == "wantread" or text == "wantwrite" or text == "timeout" then return failed("timeout", text) end
  if text == "closed" or text:find("reset by peer", 1, true) or text:find("System error", 1, true)
    or text:find("Broken pipe", 1, true) or text:find("refused", 1, true) then
    return failed("network", text)
  end
  if text == "unsupported protocol" or text == "bad protocol version number" then return cancel("version", phase, text) end
  if text == "bad signature" then return cancel("proof-of-possession", phase, text) end
  return cancel("protocol", phase, text)
end

local function request(attempt)
  local policy, to, folder = attempt.policy, attempt.connect, attempt.directory .. "/"
  local roots = ""
  for _, name in ipairs(given(policy.anchors) and {policy.anchors} or {policy.systemAnchors, policy.userAnchors}) do
    if given(name) then roots = roots .. read(folder .. name) end
  end
  if not roots:find("%S") then
    return {type = "unsupported", capability = "anchors", why = "cafile needs at least one certificate"}
  end
  local options = {"all", "no_sslv2", "no_sslv3", "no_tlsv1", "no_tlsv1_1"}
  if attempt.tls.minimum > "1.2" then options[#options + 1] = "no_tlsv1_2" end
  if attempt.tls.maximum < "1.3" then options[#options + 1] = "no_tlsv1_3" end
  local parameters = {
    mode = "client", protocol = "any", verify = "peer", options = options,
    cafile = written(folder .. "adapter-roots.pem", roots),
  }
  if #attempt.tls.alpn > 0 then parameters.alpn = attempt.tls.alpn end
  if given(policy.identity) then
    local chain = read(folder .. policy.identity.certificate)
    if given(policy.identity.intermediates) then chain = chain .. read(folder .. policy.identity.intermediates) end
    parameters.certificate = written(folder .. "adapter-identity.pem", chain)
    parameters.key = folder .. policy.identity.key
  end
  local context, why = ssl.newcontext(parameters)
  if not context then
    return cancel(given(policy.identity) and "client-identity" or "configuration", "configuration", why)
  end

  local plain_socket = socket.tcp()
  local deadline = attempt.deadlineMilliseconds / 1000 * 0.8
  plain_socket:settimeout(deadline)
  local connected, error_text = plain_socket:connect(to.address, math.tointeger(to.port))
  if not connected then return failed("network", error_text) end
  local tls, wrap_error = ssl.wrap(plain_socket, context)
  if not tls then error(wrap_error) end
  tls:settimeout(deadline)
  local host = to.host:gsub("%.$", "")
  if not host:find("^[%d.]+$") and not host:find(":", 1, true) then tls:sni(host) end
  local is_done, handshake_error = tls:dohandshake()
  if not is_done then
    plain_socket:close()
    return meaning(handshake_error, "handshake")
  end
  local certificate = tls:getpeercertificate()
  for _, set in ipairs(policy.pinSets) do
    if plain(set.host) == plain(to.host) then
      local is_right = false
      for _, pin in ipairs(set.any) do is_right = is_right or is_pinned(attempt, pin, certificate) end
      if not is_right then
        tls:close()
        return cancel("pin-mismatch", "after-handshake", certificate:digest("sha256"))
      end
    end
  end
  local sent, send_error = tls:send("GET " .. to.path .. " HTTP/1.1\r\nHost: " .. to.host .. ":" .. math.tointeger(to.port) .. "\r\n\r\n")
  if not sent then return meaning(send_error, "after-handshake") end
  local reply, receive_error, part = tls:receive("*a")
  tls:close()
  reply = reply or part or ""
  local nonce = reply:match("^HTTP/1%.[01] 200 .-\r\n\r\n(%x+)\r?\n?$")
  if nonce and #nonce == 32 then return {type = "statement", disposition = "accept", nonce = nonce} end
  return receive_error and meaning(receive_error, "after-handshake") or failed("server", "the reply holds no nonce")
end

local function answer(attempt)
  for _, need in ipairs(attempt.needs) do
    if not is_in(CAPABILITIES, need) then return {type = "unsupported", capability = need} end
  end
  return request(attempt)
end

if arg[1] == "--version" then
  print("LuaSec " .. ssl._VERSION)
  os.exit(0)
end
io.stdout:setvbuf("line")
for line in io.lines() do
  local message = json.decode(line)
  if message.type == "hello" then
    print(json.encode {
      type = "ready", protocol = 1, adapter = "lua-sec", library = {name = "LuaSec", version = ssl._VERSION},
      capabilities = CAPABILITIES, declined = json.decode("[]"), maxInFlight = 1,
    })
  elseif message.type == "attempt" then
    local said = answer(message)
    said.id = message.id
    print(json.encode(said))
  else
    break
  end
end
