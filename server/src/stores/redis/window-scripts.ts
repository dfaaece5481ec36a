/** Lua scripts for rate limits. Each counter is a hash with s (start), g (granted by the database) and u (used). */

/**
 * Claims units of all keys or of none. ARGV per key: size, first, limit, units. Returns 1 or 0, then s, g, u per key.
 * A window more than one length in the future was counted by a wrong clock; its units count in the current window.
 * GRANT_SCRIPT creates the window and sets its expiry, so a successful claim only writes u.
 */
export const CLAIM_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer, hasRoom = {1}, true
for i, key in ipairs(KEYS) do
  local size, first = tonumber(ARGV[4 * i - 3]), tonumber(ARGV[4 * i - 2])
  local limit, units = tonumber(ARGV[4 * i - 1]), tonumber(ARGV[4 * i])
  local start = first + math.floor((now - first) / size) * size
  local kept = redis.call('HMGET', key, 's', 'g', 'u')
  local s, g, u = tonumber(kept[1]), tonumber(kept[2]), tonumber(kept[3])
  if not s or s < start then s, g, u = start, 0, 0 end
  if s > start + size then
    s = start
    redis.call('HSET', key, 's', s)
    redis.call('PEXPIRE', key, 2 * size)
  end
  if u + units > math.min(g, limit) then hasRoom = false end
  answer[#answer + 1], answer[#answer + 2], answer[#answer + 3] = s, g, u
end
if not hasRoom then
  answer[1] = 0
  return answer
end
for i, key in ipairs(KEYS) do
  if tonumber(ARGV[4 * i]) > 0 then answer[3 * i + 1] = redis.call('HINCRBY', key, 'u', ARGV[4 * i]) end
end
return answer`

/** Adds granted units. ARGV: start, units, size. An earlier window is replaced; a later one is kept. */
export const GRANT_SCRIPT = `
local start, units = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 's', 'g', 'u')
local s, g, u = tonumber(kept[1]), tonumber(kept[2]), tonumber(kept[3])
if s and s > start then return 0 end
if not s or s < start then g, u = 0, 0 end
redis.call('HSET', KEYS[1], 's', start, 'g', g + units, 'u', u)
redis.call('PEXPIRE', KEYS[1], 2 * tonumber(ARGV[3]))
return 1`

/** Changes the used units. ARGV: start, difference. */
export const CORRECT_SCRIPT = `
local kept = redis.call('HMGET', KEYS[1], 's', 'u')
if tonumber(kept[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'u', math.max(0, tonumber(kept[2]) + tonumber(ARGV[2])))
return 1`
