/** Whom the demo asks for: one of the shipped sample profiles a domain. */
export interface DemoScene {
  readonly domain: string;
  readonly userId: string;
  /** The question, as a person would put it. */
  readonly asks: string;
}

export const demoScenes: readonly [DemoScene, ...DemoScene[]] = [
  {
    domain: 'dating',
    userId: 'margarida-lisbon-40',
    asks: 'who could be happy with Margarida, 40, from Lisbon?',
  },
  {
    domain: 'hiring',
    userId: 'cand-tom-doyle',
    asks: 'which jobs suit Tom, a full-stack developer in Manchester, and he them?',
  },
  {
    domain: 'founder-investor',
    userId: 'founder-juno-cycle',
    asks: 'who would fund Juno Cycle, femtech from Berlin?',
  },
  { domain: 'marketplace', userId: 'buyer-klara-laptops', asks: 'which laptop should Klara look at?' },
  { domain: 'agent-to-agent', userId: 'gig-payout', asks: 'which agents can Gig Payout work with?' },
  {
    domain: 'product-recommendation',
    userId: 'clara-lisbon',
    asks: 'what could Clara wear to a wedding on the beach?',
  },
];
