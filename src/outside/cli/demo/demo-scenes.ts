/** The seekers of the demo: one shipped sample profile a domain. */
export interface DemoScene {
  readonly domain: string;
  readonly userId: string;
  /** The question in plain language. */
  readonly question: string;
}

export const demoScenes: readonly [DemoScene, ...DemoScene[]] = [
  {
    domain: 'dating',
    userId: 'margarida-lisbon-40',
    question: 'who could be happy with Margarida, 40, from Lisbon?',
  },
  {
    domain: 'hiring',
    userId: 'cand-tom-doyle',
    question: 'which jobs suit Tom, a full-stack developer in Manchester, and he them?',
  },
  {
    domain: 'founder-investor',
    userId: 'founder-juno-cycle',
    question: 'who would fund Juno Cycle, femtech from Berlin?',
  },
  { domain: 'marketplace', userId: 'buyer-klara-laptops', question: 'which laptop should Klara look at?' },
  { domain: 'agent-to-agent', userId: 'gig-payout', question: 'which agents can Gig Payout work with?' },
  {
    domain: 'product-recommendation',
    userId: 'clara-lisbon',
    question: 'what could Clara wear to a wedding on the beach?',
  },
];

/** The screen of the console with the matches of the first scene: its route and query below `/console/`. */
export const firstScreen = `match?${new URLSearchParams({ domain: demoScenes[0].domain, user: demoScenes[0].userId })}`;
