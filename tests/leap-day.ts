/**
 * Loaded before the tests that run elsewhere: the clock goes as always, but begins on 29 February 2028. In the time zone of
 * these tests it is the first of March by then.
 */
const BEGINS = Date.UTC(2028, 1, 29, 12);
const SystemDate = Date;
/** A worker runs many files, and loads this before each. */
const MOVED = Symbol.for('the clock is moved');

if (!(MOVED in globalThis)) {
  const ahead = BEGINS - SystemDate.now();
  const now = () => SystemDate.now() + ahead;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  Object.assign(globalThis, { [MOVED]: true });
}
