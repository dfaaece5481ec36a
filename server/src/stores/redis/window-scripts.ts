/** The scripts of rate limits: fields s (start), g (granted by the database) and u (used) of one hash for each counter. */

/**
 * All or nothing over the keys. A window more than one length ahead was counted by a clock that was wrong: it counts in
 * the one that runs now. ARGV for each: size, first, limit, units. Answers 1 or 0, then s, g, u for each key. Where
 * there is room for a unit a grant has begun the window and said when it is forgotten: only u is left to write.
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

/** ARGV: start, units that may be used more, size. The later window wins. */
export const GRANT_SCRIPT = `
local start, units = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 's', 'g', 'u')
local s, g, u = tonumber(kept[1]), tonumber(kept[2]), tonumber(kept[3])
if s and s > start then return 0 end
if not s or s < start then g, u = 0, 0 end
redis.call('HSET', KEYS[1], 's', start, 'g', g + units, 'u', u)
redis.call('PEXPIRE', KEYS[1], 2 * tonumber(ARGV[3]))
return 1`

/** ARGV: start, by how many units. */
export const CORRECT_SCRIPT = `
local kept = redis.call('HMGET', KEYS[1], 's', 'u')
if tonumber(kept[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'u', math.max(0, tonumber(kept[2]) + tonumber(ARGV[2])))
return 1`
