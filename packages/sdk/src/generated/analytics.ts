// Generated from the operations by `npm test -- sdk/analytics-types --update`.
import type { Amount } from '../amount.ts';

export interface CountedRecordsInput {
    /** A span of time in one form: from and to, last and unit, this, or previous. The forms without instants are relative to the clock of the database, in the time zone of the question; a window that is running ends with the current minute. */
    window: WindowInput;
    /**
     * Where days, weeks and months are counted: an IANA time zone, or an offset such as "+05:45"; UTC if absent.
     * @default UTC
     */
    timeZone?: string;
    /**
     * @default monday
     * @enum {string}
     */
    weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** The records of a slice. All conditions must hold. A record that lacks a dimension matches its `notIn` and `isNull: true`, never its `in`. */
    where?: SliceFilterInput;
    /** The measure whose records are listed. */
    measure: Measure;
    /**
     * Only records of this kind; all kinds that the measure counts if absent.
     * @enum {string}
     */
    kind?: "revenues" | "outcomes" | "goals" | "events";
    /**
     * How many records to return.
     * @default 100
     */
    limit?: number;
    /** Continues behind an earlier page: its `nextCursor`. */
    cursor?: string;
}
/** The records of a slice. All conditions must hold. A record that lacks a dimension matches its `notIn` and `isNull: true`, never its `in`. */
export interface SliceFilterInput {
    /** The type of the goal, also of the goal that brought a revenue or an outcome. */
    goalType?: ValueFilterInput;
    /** The agent. Answered from rollups. */
    agent?: ValueFilterInput;
    /** The customer. Answered from rollups. */
    customer?: ValueFilterInput;
    /** The tool of events and outcomes, also of the event that brought a revenue. */
    tool?: ValueFilterInput;
    /** The session. */
    session?: ValueFilterInput;
    /** The source of revenues. */
    source?: ValueFilterInput;
    /** The type of events. */
    eventType?: ValueFilterInput;
    /** The model that events name. */
    model?: ValueFilterInput;
    /** The provider that events name. */
    provider?: ValueFilterInput;
    /** A key in the metadata of records. */
    metadata?: MetadataFilterInput[];
    /** A key in the agent's metadata. Answered from rollups. */
    agentMetadata?: MetadataFilterInput[];
    /** A key in the customer's metadata. Answered from rollups. */
    customerMetadata?: MetadataFilterInput[];
    /** The record's amount in USD: of a revenue, the value of an outcome, the cost of an event. */
    amount?: AmountRangeInput;
}
/** The agent. Answered from rollups. */
export interface ValueFilterInput {
    /** One of these. */
    in?: string[];
    /** None of these. Records without the dimension match. */
    notIn?: string[];
    /** Whether records lack the dimension. */
    isNull?: boolean;
}
/** Conditions on the value of a metadata key. All of them must hold. */
export interface MetadataFilterInput {
    /** The key in the metadata. */
    key: string;
    /** One of these. */
    in?: string[];
    /** None of these. Records without the dimension match. */
    notIn?: string[];
    /** Whether records lack the dimension. */
    isNull?: boolean;
}
/** The record's amount in USD: of a revenue, the value of an outcome, the cost of an event. */
export interface AmountRangeInput {
    /**
     * Decimal string in USD.
     * @example 99.90
     */
    gte?: Amount;
    /**
     * Decimal string in USD.
     * @example 99.90
     */
    gt?: Amount;
    /**
     * Decimal string in USD.
     * @example 99.90
     */
    lte?: Amount;
    /**
     * Decimal string in USD.
     * @example 99.90
     */
    lt?: Amount;
}
/** A span of time in one form: from and to, last and unit, this, or previous. The forms without instants are relative to the clock of the database, in the time zone of the question; a window that is running ends with the current minute. */
export interface WindowInput {
    /** Its first local day, or the instant at which it starts. Requires to. */
    from?: string | (string | Date);
    /** The local day after its last one, or the instant at which it ends. Exclusive. Requires from. */
    to?: string | (string | Date);
    /** Beside from and to: whether a window that is running ends with the current minute. */
    untilNow?: boolean;
    /** How many units until now. Days and longer ones are whole local ones, the current one included; hours count back from the end of the current minute. Requires unit. */
    last?: number;
    /**
     * The unit of last. Requires last.
     * @enum {string}
     */
    unit?: "hour" | "day" | "week" | "month" | "quarter" | "year";
    /**
     * The current hour, day, week and so on, until now.
     * @enum {string}
     */
    this?: "hour" | "day" | "week" | "month" | "quarter" | "year";
    /**
     * The whole hour, day, week and so on before the current one.
     * @enum {string}
     */
    previous?: "hour" | "day" | "week" | "month" | "quarter" | "year";
}
/** @enum {string} */
export type Measure = "revenue" | "revenueCount" | "averageRevenue" | "grossRevenue" | "refunds" | "refundCount" | "refundRate" | "value" | "cost" | "margin" | "roi" | "goals" | "outcomes" | "sessions" | "agents" | "customers" | "events" | "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens" | "computedCost" | "costVariance" | "unpricedEvents" | "unpricedTokens" | "errors" | "errorRate" | "costPerToken" | "costPerGoal" | "share" | "valueShare" | "costShare" | "goalShare";
export interface AnalyticsInput {
    /** A span of time in one form: from and to, last and unit, this, or previous. The forms without instants are relative to the clock of the database, in the time zone of the question; a window that is running ends with the current minute. */
    window: WindowInput;
    /**
     * Where days, weeks and months are counted: an IANA time zone, or an offset such as "+05:45"; UTC if absent.
     * @default UTC
     */
    timeZone?: string;
    /**
     * @default monday
     * @enum {string}
     */
    weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** The records of a slice. All conditions must hold. A record that lacks a dimension matches its `notIn` and `isNull: true`, never its `in`. */
    where?: SliceFilterInput;
    /** Whether to return the query plan. Requires the scope analytics:explain. */
    plan?: boolean;
    /** The measures of the whole slice. */
    totals?: Measure[];
    /** The same slice in the window before, or in another one. */
    previous?: PeriodInput;
    series?: {
        [key: string]: SeriesInput;
    };
    funnel?: {
        [key: string]: FunnelInput;
    };
    spread?: {
        [key: string]: SpreadInput;
    };
    groupCount?: {
        [key: string]: GroupCountInput;
    };
    by?: {
        [key: string]: GroupsInput;
    };
}
export interface GroupsInput {
    /** @enum {string} */
    dimension: "goalType" | "agent" | "customer" | "tool" | "session" | "source" | "eventType" | "model" | "provider" | "metadata" | "agentMetadata" | "customerMetadata";
    /** The key, for a dimension of metadata. */
    metadataKey?: string;
    /** Only groups whose measure is in this range. All bounds must hold. A group without the measure, which is null, is left out. */
    having?: HavingInput;
    /** The order of groups. */
    orderBy?: GroupOrderInput;
    /**
     * How many groups; what remains is one group more, marked isOther.
     * @default 20
     */
    first?: number;
    /** How many groups to pass over; they become part of the rest. */
    offset?: number;
    /** Compares each group with the slice that the groups are of. */
    whole?: {
        /** Measures whose difference to this slice is asked for. */
        change?: Measure[];
        /** Measures whose ratio to those of this slice is asked for. */
        ratio?: Measure[];
    };
    /** The measures of the whole slice. */
    totals?: Measure[];
    /** The same slice in the window before, or in another one. */
    previous?: PeriodInput;
    series?: {
        [key: string]: SeriesInput;
    };
    funnel?: {
        [key: string]: FunnelInput;
    };
    spread?: {
        [key: string]: SpreadInput;
    };
    groupCount?: {
        [key: string]: GroupCountInput;
    };
    by?: {
        [key: string]: GroupsInput;
    };
}
/** The same slice in the window before, or in another one. */
export interface PeriodInput {
    /** The window to compare with; if absent, the one before: the month before a month, ten days before ten days, and of a window that runs until now the same part. */
    window?: WindowInput;
    /**
     * Compares with the same days a year before, in place of the window before.
     * @enum {string}
     */
    shift?: "year";
    totals?: Measure[];
    series?: {
        [key: string]: SeriesInput;
    };
    /** Measures whose difference to this slice is asked for. */
    change?: Measure[];
    /** Measures whose ratio to those of this slice is asked for. */
    ratio?: Measure[];
}
export interface SeriesInput {
    /**
     * The length of a bucket.
     * @enum {string}
     */
    every: "hour" | "day" | "week" | "month" | "quarter" | "year";
    totals?: Measure[];
}
export interface FunnelInput {
    /**
     * With `session`, the first step is any session that a record names; the steps follow. The first goal type is the first step if absent.
     * @enum {string}
     */
    start?: "session";
    /** Keys of goal types, in the order in which a session achieves them. */
    steps: string[];
}
export interface SpreadInput {
    /**
     * The values, such as costs.
     * @enum {string}
     */
    of: "revenue" | "value" | "cost" | "duration" | "tokens";
    /**
     * Records, or the sums of sessions or customers.
     * @enum {string}
     */
    per: "record" | "session" | "customer";
}
export interface GroupCountInput {
    /** @enum {string} */
    dimension: "goalType" | "agent" | "customer" | "tool" | "session" | "source" | "eventType" | "model" | "provider" | "metadata" | "agentMetadata" | "customerMetadata";
    /** The key, for a dimension of metadata. */
    metadataKey?: string;
    /** Only groups whose measure is in this range. All bounds must hold. A group without the measure, which is null, is left out. */
    having?: HavingInput;
    /** Groups with records that these measures count; groups with any record if absent. */
    measures?: Measure[];
}
/** Only groups whose measure is in this range. All bounds must hold. A group without the measure, which is null, is left out. */
export interface HavingInput {
    measure: Measure;
    /** A decimal string: USD of an amount, a count, or a ratio such as "0.25". */
    gte?: string;
    /** A decimal string: USD of an amount, a count, or a ratio such as "0.25". */
    gt?: string;
    /** A decimal string: USD of an amount, a count, or a ratio such as "0.25". */
    lte?: string;
    /** A decimal string: USD of an amount, a count, or a ratio such as "0.25". */
    lt?: string;
}
/**
 * The order of groups.
 * @default {}
 */
export interface GroupOrderInput {
    /**
     * The measure to order by, or the key; if absent the first measure that is asked for, and revenue where none is.
     * @enum {string}
     */
    measure?: "revenue" | "revenueCount" | "averageRevenue" | "grossRevenue" | "refunds" | "refundCount" | "refundRate" | "value" | "cost" | "margin" | "roi" | "goals" | "outcomes" | "sessions" | "agents" | "customers" | "events" | "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens" | "computedCost" | "costVariance" | "unpricedEvents" | "unpricedTokens" | "errors" | "errorRate" | "costPerToken" | "costPerGoal" | "key";
    /**
     * By the measure itself, as if absent, or by its difference to `previous` (if not asked for, the window before).
     * @enum {string}
     */
    by?: "value" | "change";
    /** Orders by a figure of a spread, in place of a measure. */
    spread?: {
        /**
         * The values, such as costs.
         * @enum {string}
         */
        of: "revenue" | "value" | "cost" | "duration" | "tokens";
        /**
         * Records, or the sums of sessions or customers.
         * @enum {string}
         */
        per: "record" | "session" | "customer";
        /** @enum {string} */
        figure: "count" | "min" | "max" | "average" | "p50" | "p90" | "p95" | "p99";
    };
    /**
     * Descending if absent, also for keys.
     * @default desc
     * @enum {string}
     */
    direction?: "asc" | "desc";
}
export interface Analytics {
    /** The span of time that is answered for. */
    window: {
        /**
         * Format: date-time
         * ISO 8601 timestamp in UTC.
         * @example 2024-01-15T10:30:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * ISO 8601 timestamp in UTC.
         * @example 2024-01-15T10:30:00.000Z
         */
        to: string;
        timeZone: string;
    };
    /** The measures of a slice, as far as they are asked for. */
    totals?: Totals;
    previous?: Period;
    series?: {
        [key: string]: Bucket[];
    };
    funnel?: {
        [key: string]: FunnelStep[];
    };
    spread?: {
        [key: string]: Spread;
    };
    groupCount?: {
        [key: string]: number;
    };
    by?: {
        [key: string]: Group[];
    };
    plan?: PlanStep[];
}
export interface Group {
    /** Null for the records without the dimension, and for what remains. */
    key: string | null;
    /** The name for people; the key if there is none. */
    label: string | null;
    /** Whether it is what remains beside the first groups. */
    isOther: boolean;
    /** The slice that the group is of. */
    whole?: Comparison;
    /** The measures of a slice, as far as they are asked for. */
    totals?: Totals;
    previous?: Period;
    series?: {
        [key: string]: Bucket[];
    };
    funnel?: {
        [key: string]: FunnelStep[];
    };
    spread?: {
        [key: string]: Spread;
    };
    groupCount?: {
        [key: string]: number;
    };
    by?: {
        [key: string]: Group[];
    };
}
export interface Period {
    /** A span of time. */
    window: {
        /**
         * Format: date-time
         * ISO 8601 timestamp in UTC.
         * @example 2024-01-15T10:30:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * ISO 8601 timestamp in UTC.
         * @example 2024-01-15T10:30:00.000Z
         */
        to: string;
    };
    /** The measures of a slice, as far as they are asked for. */
    totals?: Totals;
    series?: {
        [key: string]: Bucket[];
    };
    /** The measures of the slice less those of this one. */
    change?: Totals;
    /** The measures of the slice divided by those of this one. */
    ratio?: Ratios;
}
/** A slice in one bucket of time. */
export interface Bucket {
    /**
     * Format: date-time
     * When it starts; in the first bucket maybe before the window.
     * @example 2024-01-15T10:30:00.000Z
     */
    start: string;
    /**
     * Format: date-time
     * When it ends, exclusive.
     * @example 2024-01-15T10:30:00.000Z
     */
    end: string;
    /** Whether the window has only a part of it. */
    isPartial: boolean;
    /** The measures of the bucket. */
    totals: Totals;
}
/** A step of a funnel. */
export interface FunnelStep {
    /** The goal type; null for any session, the first step with `start`. */
    goalKey: string | null;
    /** Sessions that achieved this goal, at or after the goals of all steps before it. */
    sessions: number;
    /** The part of the sessions of the first step. */
    conversion: number | null;
}
export type Spread = {
    /** How many values there are. */
    count: number;
    /** The smallest value. */
    min: string;
    /** The largest value. */
    max: string;
    /** The mean of the values, rounded to 9 decimals. */
    average: string;
    /** The median: half of the values are at most this one. */
    p50: string;
    /** 90 of 100 values are at most this one. */
    p90: string;
    /** 95 of 100 values are at most this one. */
    p95: string;
    /** 99 of 100 values are at most this one. */
    p99: string;
} | null;
/** The slice that the group is of. */
export interface Comparison {
    /** The measures of the slice less those of this one. */
    change?: Totals;
    /** The measures of the slice divided by those of this one. */
    ratio?: Ratios;
}
/** The measures of the slice divided by those of this one. */
export interface Ratios {
    /** Revenue less refunds, in USD. */
    revenue?: number | null;
    /** Number of revenues, without refunds. */
    revenueCount?: number | null;
    /** Gross revenue per revenue record, in USD, rounded to 9 decimals. Null without revenues. */
    averageRevenue?: number | null;
    /** Revenue without refunds taken off, in USD. */
    grossRevenue?: number | null;
    /** Money paid back by refunds, in USD. A refund counts at its own time. */
    refunds?: number | null;
    /** Number of refunds. */
    refundCount?: number | null;
    /** Refunds divided by gross revenue, rounded to 6 decimals. Null unless gross revenue is above 0. */
    refundRate?: number | null;
    /** Value of the outcomes in USD. */
    value?: number | null;
    /** Cost of the events in USD. */
    cost?: number | null;
    /** Revenue less cost, in USD. */
    margin?: number | null;
    /** Return on investment: margin divided by cost, rounded to 6 decimals. Null unless cost is above 0. */
    roi?: number | null;
    /** Number of achieved goals. */
    goals?: number | null;
    /** Number of valuable outcomes. */
    outcomes?: number | null;
    /** Number of different sessions. Read from the records. */
    sessions?: number | null;
    /** Number of different agents. */
    agents?: number | null;
    /** Number of different customers. */
    customers?: number | null;
    /** Number of events. */
    events?: number | null;
    /** Number of input tokens, including those of prompt caches. Read from the records. */
    inputTokens?: number | null;
    /** Number of output tokens, including reasoning tokens. Read from the records. */
    outputTokens?: number | null;
    /** Number of input tokens read from caches. Read from the records. */
    cacheReadTokens?: number | null;
    /** Number of input tokens written to caches. Read from the records. */
    cacheWriteTokens?: number | null;
    /** Number of output tokens for reasoning. Read from the records. */
    reasoningTokens?: number | null;
    /** Cost of the events by the price book, in USD. Read from the records. */
    computedCost?: number | null;
    /** Cost less computed cost of events that have both, in USD. Read from the records. */
    costVariance?: number | null;
    /** Number of events of models without a price. Read from the records. */
    unpricedEvents?: number | null;
    /** Tokens of events of models without a price. Read from the records. */
    unpricedTokens?: number | null;
    /** Number of events that failed. Read from the records. */
    errors?: number | null;
    /** Errors divided by events, rounded to 6 decimals. Null without events. Read from the records. */
    errorRate?: number | null;
    /** Cost per million tokens of events that have both, in USD, rounded to 9 decimals. Null without such tokens. Read from the records. */
    costPerToken?: number | null;
    /** Cost divided by the number of goals, in USD, rounded to 9 decimals. Null without goals. */
    costPerGoal?: number | null;
    /** The part of the parent's revenue, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    share?: number | null;
    /** The part of the parent's value, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    valueShare?: number | null;
    /** The part of the parent's cost, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    costShare?: number | null;
    /** The part of the parent's goals, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    goalShare?: number | null;
}
export interface PlanStep {
    /** The part of the answer, such as `by.agents.series.weekly`. */
    part: string;
    /** The rollups with their grains, or the records, that it reads. */
    reads: string;
    /** Rows that it returned. */
    rows: number;
    milliseconds: number;
    sql: string;
}
/** The measures of a slice, as far as they are asked for. */
export interface Totals {
    /** Revenue less refunds, in USD. */
    revenue?: string;
    /** Number of revenues, without refunds. */
    revenueCount?: number;
    /** Gross revenue per revenue record, in USD, rounded to 9 decimals. Null without revenues. */
    averageRevenue?: string | null;
    /** Revenue without refunds taken off, in USD. */
    grossRevenue?: string;
    /** Money paid back by refunds, in USD. A refund counts at its own time. */
    refunds?: string;
    /** Number of refunds. */
    refundCount?: number;
    /** Refunds divided by gross revenue, rounded to 6 decimals. Null unless gross revenue is above 0. */
    refundRate?: number | null;
    /** Value of the outcomes in USD. */
    value?: string;
    /** Cost of the events in USD. */
    cost?: string;
    /** Revenue less cost, in USD. */
    margin?: string;
    /** Return on investment: margin divided by cost, rounded to 6 decimals. Null unless cost is above 0. */
    roi?: number | null;
    /** Number of achieved goals. */
    goals?: number;
    /** Number of valuable outcomes. */
    outcomes?: number;
    /** Number of different sessions. Read from the records. */
    sessions?: number;
    /** Number of different agents. */
    agents?: number;
    /** Number of different customers. */
    customers?: number;
    /** Number of events. */
    events?: number;
    /** Number of input tokens, including those of prompt caches. Read from the records. */
    inputTokens?: number;
    /** Number of output tokens, including reasoning tokens. Read from the records. */
    outputTokens?: number;
    /** Number of input tokens read from caches. Read from the records. */
    cacheReadTokens?: number;
    /** Number of input tokens written to caches. Read from the records. */
    cacheWriteTokens?: number;
    /** Number of output tokens for reasoning. Read from the records. */
    reasoningTokens?: number;
    /** Cost of the events by the price book, in USD. Read from the records. */
    computedCost?: string;
    /** Cost less computed cost of events that have both, in USD. Read from the records. */
    costVariance?: string;
    /** Number of events of models without a price. Read from the records. */
    unpricedEvents?: number;
    /** Tokens of events of models without a price. Read from the records. */
    unpricedTokens?: number;
    /** Number of events that failed. Read from the records. */
    errors?: number;
    /** Errors divided by events, rounded to 6 decimals. Null without events. Read from the records. */
    errorRate?: number | null;
    /** Cost per million tokens of events that have both, in USD, rounded to 9 decimals. Null without such tokens. Read from the records. */
    costPerToken?: string | null;
    /** Cost divided by the number of goals, in USD, rounded to 9 decimals. Null without goals. */
    costPerGoal?: string | null;
    /** The part of the parent's revenue, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    share?: number | null;
    /** The part of the parent's value, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    valueShare?: number | null;
    /** The part of the parent's cost, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    costShare?: number | null;
    /** The part of the parent's goals, 0.25 for a quarter: of a group in its slice, of a bucket in its series. Null without a parent's. */
    goalShare?: number | null;
}
