/**
 * What Redis does in one step. Times are its own: the clocks of the machines may differ.
 *
 * Counts this process among the sites, in ms since 1970, and drops those that have not been heard of for ARGV[2] ms. Names
 * the generation of the counts, which is lost together with them. Answers the number of sites and the generation.
 */
export const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'NX')
return { redis.call('ZCARD', KEYS[1]), redis.call('GET', KEYS[2]) }
`;

/**
 * Keeps how many each site holds: this one (ARGV[1]) ARGV[2] of them, unless that makes more than ARGV[3] with the others.
 * What sites held that are gone is dropped. Answers 1 where it was kept, else 0.
 */
export const HOLD = `
local others = 0
local all = redis.call('HGETALL', KEYS[1])
for at = 1, #all, 2 do
  if all[at] ~= ARGV[1] then
    if redis.call('ZSCORE', KEYS[2], all[at]) then
      others = others + tonumber(all[at + 1])
    else
      redis.call('HDEL', KEYS[1], all[at])
    end
  end
end
if others + tonumber(ARGV[2]) > tonumber(ARGV[3]) then
  return 0
end
if tonumber(ARGV[2]) <= 0 then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('EXPIRE', KEYS[1], 86400)
end
return 1
`;
