/** Arrays and maps are left out: no attribute that counts is one. */
export type AttributeValue = string | number | boolean;

/** The attributes that the mapping reads ({@link isRead}), as they were sent. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** Nanoseconds since 1970. */
export type Nanoseconds = bigint;

export type Span = {
  /** Hexadecimal, in lower case; of any length, as it was sent. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly start: Nanoseconds;
  readonly end: Nanoseconds;
  readonly attributes: Attributes;
  /** Whether its status is an error. */
  readonly hasFailed: boolean;
};

export type LogRecord = {
  readonly time: Nanoseconds;
  readonly observedTime: Nanoseconds;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty if there is none. */
  readonly eventName: string;
  /** Null unless it is a text. */
  readonly body: string | null;
  readonly attributes: Attributes;
};

/** What one scope of one resource sent. */
export type Group<Item> = {
  readonly resource: Attributes;
  readonly scope: string;
  readonly items: readonly Item[];
};
