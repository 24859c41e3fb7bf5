/** Professions with what CVs and job posts of them say. Skills are those whose name in a text is plain. */
export interface Profession {
  readonly title: string;
  readonly function: string;
  /** As written, and the value. */
  readonly skills: readonly (readonly [string, string])[];
  /** Lines of a CV, in the past tense. */
  readonly did: readonly string[];
  /** Lines of a job post, in the infinitive. */
  readonly does: readonly string[];
}

const pairs = (list: string): (readonly [string, string])[] =>
  list.split(', ').map((pair) => {
    const [written, value] = pair.split('=') as [string, string | undefined];
    return [written, value ?? written.toLowerCase().replaceAll(' ', '_')];
  });

export const professions: readonly Profession[] = [
  {
    title: 'Backend Engineer',
    function: 'backend_engineering',
    skills: pairs('Python, PostgreSQL, Docker, Kubernetes, Kafka, Redis, GraphQL, Django'),
    did: [
      'Built the billing service that charges 40,000 customers a month',
      'Reduced p95 latency from 900 to 120 ms',
      'Moved 14 services to a new cluster',
      'Mentored 3 juniors',
    ],
    does: [
      'Design and run services that handle payments',
      'Own the on-call rota with 5 colleagues',
      'Review code and write design notes',
      'Improve the speed of our APIs',
    ],
  },
  {
    title: 'Registered Nurse',
    function: 'nursing',
    skills: pairs('patient care, wound care, triage=emergency_care, phlebotomy, first aid'),
    did: [
      'Cared for up to 8 patients a shift on a surgical ward',
      'Trained 12 new starters in medication rounds',
      'Ran the discharge board',
      'Kept records for 3 wards',
    ],
    does: [
      'Look after 6 patients with a colleague',
      'Give medicines and keep records',
      'Work with doctors and families',
      'Take part in weekend shifts',
    ],
  },
  {
    title: 'Primary School Teacher',
    function: 'teaching',
    skills: pairs('lesson planning, classroom management, first aid'),
    did: [
      'Taught a class of 28 pupils',
      'Led the school choir and 2 residential trips',
      'Raised reading ages by 1.5 years on average',
      'Wrote reports for 90 parents',
    ],
    does: [
      'Teach a Year 4 class of 27',
      'Plan lessons with the year team',
      'Meet parents each term',
      'Run one after-school club',
    ],
  },
  {
    title: 'Accountant',
    function: 'finance',
    skills: pairs('Excel, payroll, Xero, IFRS, audit, tax'),
    did: [
      'Closed the books of 11 entities every month',
      'Cut the month end from 9 days to 5',
      'Prepared accounts for an audit of $12 million revenue',
      'Managed a ledger of 4,000 suppliers',
    ],
    does: [
      'Prepare monthly accounts for 6 companies',
      'Reconcile balances',
      'Support the yearly audit',
      'Answer questions of budget holders',
    ],
  },
  {
    title: 'Electrician',
    function: 'construction_trades',
    skills: pairs('rewiring=electrical_installation, driving licence'),
    did: [
      'Wired 60 flats on a new-build site',
      'Tested and certified 200 installations',
      'Led a crew of 4',
      'Fitted chargers for 35 vehicles',
    ],
    does: [
      'Install and test circuits on sites within 20 miles',
      'Read drawings',
      'Keep the van stocked',
      'Look after one apprentice',
    ],
  },
  {
    title: 'Graphic Designer',
    function: 'design',
    skills: pairs('Figma, Photoshop, InDesign, After Effects'),
    did: [
      'Designed 3 annual reports',
      'Rebranded a chain of 45 cafes',
      'Won 2 industry awards',
      'Built a library of 300 icons',
    ],
    does: [
      'Design campaigns with 2 copywriters',
      'Keep the brand tidy',
      'Prepare files for print',
      'Present drafts to clients',
    ],
  },
  {
    title: 'Truck Driver',
    function: 'driving',
    skills: pairs('forklift, HGV licence=truck_licence'),
    did: [
      'Drove 120,000 km a year across 9 countries',
      'Delivered chilled goods to 14 stores a night',
      'Kept a clean record since 2014',
      'Loaded trailers of 24 tonnes',
    ],
    does: [
      'Deliver to 12 shops a day',
      'Check the vehicle before each trip',
      'Keep tachograph records',
      'Help with unloading',
    ],
  },
  {
    title: 'Marketing Manager',
    function: 'marketing',
    skills: pairs('SEO, Google Analytics, email marketing, HubSpot, social media'),
    did: [
      'Grew the newsletter from 2,000 to 31,000 readers',
      'Managed a yearly budget of $400,000',
      'Ran 16 campaigns in 5 markets',
      'Hired and led a team of 6',
    ],
    does: [
      'Own the plan for 4 product launches a year',
      'Lead a team of 3',
      'Report to the board each month',
      'Brief agencies',
    ],
  },
  {
    title: 'Chef de Partie',
    function: 'cooking',
    skills: pairs('pastry, food safety'),
    did: [
      'Ran the sauce section for 110 covers a night',
      'Trained 2 apprentices',
      'Wrote a tasting menu of 7 courses',
      'Cut waste by 18 %',
    ],
    does: [
      'Run your own section for 90 covers',
      'Prepare stocks and sauces',
      'Order from 5 suppliers',
      'Keep the kitchen clean',
    ],
  },
  {
    title: 'Data Analyst',
    function: 'data_analysis',
    skills: pairs('SQL, Tableau, Power BI, Python, Excel'),
    did: [
      'Built 25 dashboards for sales and support',
      'Forecast demand for 1,200 products',
      'Ran 30 experiments a year',
      'Presented results to 3 directors',
    ],
    does: [
      'Answer questions of 4 product teams',
      'Keep the dashboards right',
      'Clean data of 80 million rows',
      'Teach colleagues to use them',
    ],
  },
  {
    title: 'Recruiter',
    function: 'human_resources',
    skills: pairs('LinkedIn Recruiter=recruiting, negotiation'),
    did: [
      'Filled 65 roles in two years',
      'Interviewed 400 candidates',
      'Wrote job adverts and requirements with hiring managers',
      'Built a pool of 1,500 contacts',
    ],
    does: [
      'Fill about 30 vacancies a year',
      'Advise hiring managers',
      'Keep candidates informed',
      'Run 2 career fairs',
    ],
  },
  {
    title: 'Physiotherapist',
    function: 'therapy',
    skills: pairs('first aid'),
    did: [
      'Treated 9 patients a day after operations',
      'Ran 2 classes a week for people over 65',
      'Supervised 5 students',
      'Set up a knee clinic in 2018',
    ],
    does: [
      'See 8 patients a day',
      'Write treatment plans',
      'Work with 3 other therapists',
      'Run a weekly class',
    ],
  },
];
