// Preloaded into a gateway: moves its clock by CLOCK_SHIFT milliseconds.
const shift = Number(process.env.CLOCK_SHIFT);
const present = Date.now.bind(Date);

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, type) =>
    Reflect.construct(target, parts.length === 0 ? [present() + shift] : parts, type),
  get: (target, name, self) => (name === 'now' ? () => present() + shift : Reflect.get(target, name, self)),
});
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shift });
