import {
  type EventDraft,
  type NamedKey,
  type Names,
  namedKeys,
  type ObservedSpan,
  type ResourceNames,
  type Role,
} from './observation.ts';

/** `waiting`: its event is not recorded yet. `dropped`: another span tells the same call. */
export type SpanState = 'none' | 'waiting' | 'recorded' | 'dropped';

/** A span as it is kept. */
export type KeptSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly role: Role;
  /** Whether it tells tokens. */
  readonly hasUsage: boolean;
  /** Whether all spans up to the root are known. */
  readonly isComplete: boolean;
  /** Its own names, and those of its known ancestors for what it does not name; the nearest wins. */
  readonly names: Names;
  /** Null unless it has an event. */
  readonly resource: ResourceNames | null;
  /** The nearest call above with only containers between, which tells the same call. */
  readonly callAbove: string | null;
  /** Whether only containers lie between it and the first ancestor that is not known. */
  readonly isOpen: boolean;
  readonly state: SpanState;
};

/** What the tree says of a request: the rows to write, and what to do about their events. */
export type Placement = {
  /** Arrived or changed. */
  readonly changed: readonly KeptSpan[];
  /** Whose event is to be recorded now. */
  readonly ready: readonly KeptSpan[];
  /** Whose event was recorded before an ancestor came that changes it. */
  readonly late: readonly LateChange[];
};

/** Keys that an ancestor names, and the recorded call that tells the same, if there is one. */
export type LateChange = {
  readonly span: KeptSpan;
  readonly keys: readonly NamedKey[];
  /** The span of the call that stays. */
  readonly repeats: string | null;
  readonly lateSpanId: string;
};

type Node = { -readonly [Field in keyof KeptSpan]: KeptSpan[Field] };

/**
 * Places the spans of a request among those of the same trace that are known: their parents and the calls above these, and the
 * spans below whose ancestors were not all known. Spans come in any order, in any number of requests.
 */
export function placeSpans(arrived: readonly ObservedSpan[], known: readonly KeptSpan[]): Placement {
  return new SpanTree(arrived, known).place();
}

/** Of one trace. */
class SpanTree {
  readonly #nodes = new Map<string, Node>();
  readonly #before: ReadonlyMap<string, KeptSpan>;
  readonly #children = new Map<string, Node[]>();
  readonly #arrived: Node[] = [];
  /** Came again: its event is recorded again, which replays, since an earlier request may have ended before it was. */
  readonly #repeated: Node[] = [];
  readonly #visited = new Set<Node>();
  /** Recorded calls that another recorded one tells, too. */
  readonly #repeats = new Map<Node, { stays: Node; lateSpanId: string | undefined }>();

  constructor(arrived: readonly ObservedSpan[], known: readonly KeptSpan[]) {
    this.#before = new Map(known.map((span) => [span.spanId, span]));
    for (const span of known) this.#add({ ...span });
    for (const span of arrived) {
      const node = this.#nodes.get(span.spanId);
      if (!node) this.#arrived.push(this.#add(nodeOf(span)));
      else if (this.#before.has(span.spanId) && node.state === 'recorded') this.#repeated.push(node);
    }
  }

  #add(node: Node): Node {
    this.#nodes.set(node.spanId, node);
    if (node.parentSpanId !== null) {
      const siblings = this.#children.get(node.parentSpanId);
      if (siblings) siblings.push(node);
      else this.#children.set(node.parentSpanId, [node]);
    }
    return node;
  }

  place(): Placement {
    for (const node of this.#arrived) if (!this.#visited.has(node)) this.#placeFromTop(node);
    for (const node of [...this.#visited]) if (node.role === 'call') this.#dropRepeats(node);
    // Together with the calls above that are dropped now.
    const placed = [...this.#visited];
    const ready = placed.filter((node) => isReady(node));
    for (const node of ready) node.state = 'recorded';
    return {
      changed: placed.filter((node) => hasChanged(node, this.#before.get(node.spanId))),
      ready: [...ready, ...this.#repeated],
      late: placed.flatMap((node) => this.#lateChange(node)),
    };
  }

  /** Begins at the highest ancestor that has arrived, so that each node takes over what its parent has taken over. */
  #placeFromTop(node: Node): void {
    let top = node;
    for (const seen = new Set([node]); ; seen.add(top)) {
      const parent = top.parentSpanId === null ? undefined : this.#nodes.get(top.parentSpanId);
      // A cycle has no root, and never will.
      if (!parent || this.#before.has(parent.spanId) || seen.has(parent)) break;
      top = parent;
    }
    const stack = [top];
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (this.#visited.has(next)) continue;
      this.#visited.add(next);
      const parent = next.parentSpanId === null ? undefined : this.#nodes.get(next.parentSpanId);
      if (parent) takeOver(next, parent);
      // Below a span that learns nothing, nothing is learnt.
      if (!hasChanged(next, this.#before.get(next.spanId))) continue;
      for (const child of this.#children.get(next.spanId) ?? []) if (!child.isComplete) stack.push(child);
    }
  }

  /** Of two calls with only containers between, one counts: the one that is recorded, else the deeper with usage. */
  #dropRepeats(node: Node): void {
    const above = [...this.#callsAbove(node)];
    if (node.state === 'recorded') {
      for (const call of above) if (call.state === 'waiting') this.#change(call, 'dropped');
      this.#dropRecorded(
        node,
        above.filter(({ state }) => state === 'recorded'),
      );
      return;
    }
    if (node.state !== 'waiting') return;
    if (above.some(({ state }) => state === 'recorded')) node.state = 'dropped';
    else if (node.hasUsage) for (const call of above) this.#change(call, 'dropped');
    else if (above.some(({ state }) => state === 'waiting')) node.state = 'dropped';
  }

  /** Both were recorded before the container between them came. The outer one stays, unless only the deeper has usage. */
  #dropRecorded(node: Node, above: readonly Node[]): void {
    const [outer] = above;
    if (!outer) return;
    const lateSpanId = this.#arrivedAbove(node);
    const drop = (dropped: Node, stays: Node) => {
      this.#change(dropped, 'dropped');
      this.#repeats.set(dropped, { stays, lateSpanId });
    };
    if (node.hasUsage && above.every(({ hasUsage }) => !hasUsage)) for (const call of above) drop(call, node);
    else drop(node, above.find(({ hasUsage }) => hasUsage) ?? outer);
  }

  #change(node: Node, state: SpanState): void {
    node.state = state;
    this.#visited.add(node);
  }

  *#callsAbove({ callAbove }: Node): Generator<Node> {
    const seen = new Set<string>();
    for (let id = callAbove; id !== null && !seen.has(id); ) {
      seen.add(id);
      const call = this.#nodes.get(id);
      if (!call) return;
      yield call;
      id = call.callAbove;
    }
  }

  /** The change to a recorded event that an arrived ancestor makes. */
  #lateChange(node: Node): LateChange[] {
    const before = this.#before.get(node.spanId);
    if (before?.state !== 'recorded') return [];
    const repeat = this.#repeats.get(node);
    const keys = namedKeys.filter(
      (key) => before.names[key] === undefined && before.resource?.[key] === undefined && node.names[key],
    );
    const lateSpanId = repeat?.lateSpanId ?? this.#arrivedAbove(node);
    if (lateSpanId === undefined || (keys.length === 0 && !repeat)) return [];
    return [{ span: node, keys, repeats: repeat?.stays.spanId ?? null, lateSpanId }];
  }

  /** The nearest ancestor that arrived with this request. */
  #arrivedAbove(node: Node): string | undefined {
    const seen = new Set<string>();
    for (let id = node.parentSpanId; id !== null && !seen.has(id); ) {
      seen.add(id);
      if (!this.#before.has(id)) return id;
      id = this.#nodes.get(id)?.parentSpanId ?? null;
    }
    return undefined;
  }
}

function nodeOf({ traceId, spanId, parentSpanId, role, names, resource, event }: ObservedSpan): Node {
  return {
    traceId,
    spanId,
    parentSpanId,
    role,
    hasUsage: hasUsage(event),
    isComplete: parentSpanId === null,
    names,
    resource: event && resource,
    callAbove: null,
    isOpen: parentSpanId !== null,
    state: event === null ? 'none' : 'waiting',
  };
}

function hasUsage(event: EventDraft | null): boolean {
  return event !== null && (event.inputTokens != null || event.outputTokens != null);
}

/** A call without usage waits for a deeper one that may have it. */
function isReady({ state, isComplete, role, hasUsage }: KeptSpan): boolean {
  return state === 'waiting' && isComplete && (role === 'tool' || hasUsage);
}

function hasChanged(node: KeptSpan, before: KeptSpan | undefined): boolean {
  return (
    before === undefined ||
    node.state !== before.state ||
    node.isComplete !== before.isComplete ||
    node.isOpen !== before.isOpen ||
    node.callAbove !== before.callAbove ||
    JSON.stringify(node.names) !== JSON.stringify(before.names)
  );
}

function takeOver(node: Node, parent: KeptSpan): void {
  node.isComplete = parent.isComplete;
  node.names = inherit(node.names, parent.names);
  if (!node.isOpen) return;
  switch (parent.role) {
    case 'call':
      node.callAbove = parent.spanId;
      node.isOpen = false;
      break;
    case 'tool':
    case 'agent':
      node.isOpen = false;
      break;
    default:
      node.callAbove = parent.callAbove;
      node.isOpen = parent.isOpen;
  }
}

/** The nearest wins, of the keys that were chosen for Outturn and of the guessed ones apart. */
function inherit(own: Names, above: Names): Names {
  const names: { -readonly [Key in NamedKey]?: Names[Key] } = { ...own };
  for (const key of namedKeys) if (above[key]) names[key] = { ...above[key], ...own[key] };
  return names;
}
