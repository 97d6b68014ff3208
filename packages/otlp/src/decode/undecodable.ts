/** A body that is no OTLP request. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}
