/** The company whose agents these are: a maker of software with a support desk, a shop and trials. */

/** A model, and what a million tokens cost in dollars. */
type Model = { model: string; provider: string; input: number; output: number };

const models = {
  large: { model: 'claude-opus-4.5', provider: 'anthropic', input: 5, output: 25 },
  medium: { model: 'gpt-5.1', provider: 'openai', input: 1.25, output: 10 },
  small: { model: 'claude-haiku-4.5', provider: 'anthropic', input: 1, output: 5 },
  open: { model: 'llama-4-maverick', provider: 'together', input: 0.27, output: 0.85 },
} satisfies Record<string, Model>;

/** A step towards a goal: how likely it is once the step before was taken, and what is sold with it, in dollars. */
export type Step = {
  goalKey: string;
  chance: number;
  sale?: { least: number; most: number; source: string };
};

/** An agent: how many of the sessions are its, what they take, and what they may lead to, step by step. */
export type Agent = {
  key: string;
  name: string;
  description: string;
  weight: number;
  model: Model;
  /** Calls of the model in a session. */
  turns: { least: number; most: number };
  /** Tokens that a call reads: thousands. */
  context: number;
  tools: readonly string[];
  steps: readonly Step[];
  /** What is paid for besides tokens and tools: at the start of each session, or when the first step is not taken. */
  extra?: { type: string; name: string; when: 'start' | 'failure'; least: number; most: number };
};

export const agents: readonly Agent[] = [
  {
    key: 'support-desk',
    name: 'Support desk',
    description: 'Answers questions of customers, and makes what is broken whole.',
    weight: 45,
    model: models.small,
    turns: { least: 2, most: 6 },
    context: 4,
    tools: ['knowledge.search', 'tickets.update', 'orders.refund'],
    steps: [{ goalKey: 'resolved', chance: 0.71 }],
    extra: { type: 'handover', name: 'A person takes over', when: 'failure', least: 3, most: 8 },
  },
  {
    key: 'sales-assistant',
    name: 'Sales assistant',
    description: 'Talks to visitors of the site, and sells to those who want to buy.',
    weight: 22,
    model: models.medium,
    turns: { least: 3, most: 8 },
    context: 6,
    tools: ['crm.lookup', 'calendar.book', 'quotes.create'],
    steps: [
      { goalKey: 'qualified', chance: 0.38 },
      { goalKey: 'demo-booked', chance: 0.45 },
      { goalKey: 'paid', chance: 0.3, sale: { least: 149, most: 1_200, source: 'Stripe' } },
    ],
    extra: { type: 'ad.click', name: 'Advertisement', when: 'start', least: 1, most: 4 },
  },
  {
    key: 'onboarding-guide',
    name: 'Onboarding guide',
    description: 'Takes those who try the product to their first success.',
    weight: 18,
    model: models.open,
    turns: { least: 2, most: 5 },
    context: 3,
    tools: ['knowledge.search', 'workspace.setup'],
    steps: [
      { goalKey: 'signup', chance: 0.62 },
      { goalKey: 'activated', chance: 0.55 },
      { goalKey: 'paid', chance: 0.16, sale: { least: 29, most: 99, source: 'Stripe' } },
    ],
    extra: { type: 'ad.click', name: 'Advertisement', when: 'start', least: 0.3, most: 1 },
  },
  {
    key: 'renewal-manager',
    name: 'Renewal manager',
    description: 'Speaks to customers whose contracts end, and to those who use less than they did.',
    weight: 9,
    model: models.medium,
    turns: { least: 2, most: 5 },
    context: 8,
    tools: ['crm.lookup', 'quotes.create'],
    steps: [
      { goalKey: 'retained', chance: 0.34, sale: { least: 90, most: 600, source: 'Invoice' } },
      { goalKey: 'upsell', chance: 0.22, sale: { least: 40, most: 300, source: 'Invoice' } },
    ],
    extra: { type: 'phone.call', name: 'Telephone', when: 'start', least: 0.4, most: 2.5 },
  },
  {
    key: 'deep-researcher',
    name: 'Deep researcher',
    description:
      'Reads everything before it writes an answer. An experiment: it costs more than it brings in.',
    weight: 6,
    model: models.large,
    turns: { least: 8, most: 20 },
    context: 30,
    tools: ['web.search', 'documents.read'],
    steps: [{ goalKey: 'report-delivered', chance: 0.8 }],
  },
];

/** What is achieved, and what one achievement is worth in dollars by itself; null: nothing but what is sold with it. */
export const goalTypes = [
  { key: 'resolved', name: 'Question resolved', value: '6.50' },
  { key: 'qualified', name: 'Lead qualified', value: '18.00' },
  { key: 'demo-booked', name: 'Demo booked', value: '45.00' },
  { key: 'signup', name: 'Signed up', value: '4.00' },
  { key: 'activated', name: 'First success', value: '9.00' },
  { key: 'paid', name: 'Became a customer', value: null },
  { key: 'retained', name: 'Contract renewed', value: null },
  { key: 'upsell', name: 'Plan upgraded', value: null },
  { key: 'report-delivered', name: 'Report delivered', value: '1.50' },
] as const;

/** Tools: what one call costs and is worth, in dollars, and how often it is used. */
export const tools = [
  { key: 'knowledge.search', name: 'Knowledge base', cost: '0.0004', value: null },
  { key: 'tickets.update', name: 'Ticket system', cost: '0.0002', value: null },
  { key: 'orders.refund', name: 'Refunds without a person', cost: '0.01', value: '1.20' },
  { key: 'crm.lookup', name: 'Customer records', cost: '0.0005', value: null },
  { key: 'calendar.book', name: 'Calendar', cost: '0.001', value: null },
  { key: 'quotes.create', name: 'Quotes', cost: '0.002', value: '0.80' },
  { key: 'workspace.setup', name: 'Workspace setup', cost: '0.004', value: null },
  { key: 'web.search', name: 'Web search', cost: '0.01', value: null },
  { key: 'documents.read', name: 'Document reader', cost: '0.003', value: null },
] as const;

const names =
  'Northwind Lumen Brightside Halcyon Juniper Cobalt Meridian Foxglove Alder Kestrel Solstice Harbor Marlow Quarry Saffron Tundra Vesper Willow Zephyr Orchard Beacon Cinder Drift Ember Fathom Granite Hollow Inlet Jetty Keel';
const trades = ['Labs', 'Foods', 'Logistics', 'Health', 'Studio', 'Energy', 'Retail', 'Finance'];
const plans = ['free', 'pro', 'pro', 'scale'];
const regions = ['EMEA', 'AMER', 'AMER', 'APAC'];

/** The customers: few of them are large. */
export const customers = names.split(' ').map((name, i) => ({
  key: `${name}-${trades[i % trades.length]}`.toLowerCase(),
  name: `${name} ${trades[i % trades.length]}`,
  metadata: {
    plan: plans[(i * 7) % plans.length] as string,
    region: regions[(i * 5 + 1) % regions.length] as string,
  },
  weight: 1 + Math.round(60 / (i + 3)),
}));
