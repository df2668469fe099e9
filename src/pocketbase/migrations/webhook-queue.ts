/** Queues an event for every address of a store that wants it. @param from names the store as `store` and the subject */
export const queue = (event: string, from: string) => `INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, '${event}', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (${from}) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' ${event} ') > 0;`;
