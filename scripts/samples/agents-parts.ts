/**
 * Sample agents, written by hand: what each offers and on what terms. One entry a line of work, with a few agents in
 * it; `needs` are the lines of work that such agents look for in others.
 */
export interface Trade {
  readonly capability: string;
  /** Further capabilities that go with it. */
  readonly also?: readonly string[];
  readonly needs: readonly string[];
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** USD a call, from … to. */
  readonly price: readonly [number, number];
  /** ms, from … to. */
  readonly latency: readonly [number, number];
  readonly agents: readonly SampleAgent[];
}

export interface SampleAgent {
  readonly id: string;
  readonly offer: string;
  readonly industries?: readonly string[];
  readonly languages?: readonly string[];
  readonly compliance?: readonly string[];
  readonly autonomy?: 'on_request' | 'human_in_the_loop' | 'autonomous';
  readonly region?: readonly string[];
}

const text = ['text'];
const json = ['structured_data'];

export const trades: readonly Trade[] = [
  {
    capability: 'web_search',
    needs: ['summarization', 'fact_checking', 'classification'],
    input: text,
    output: json,
    price: [0.001, 0.01],
    latency: [300, 1500],
    agents: [
      {
        id: 'quarry-web-search',
        offer:
          'Quarry searches the web for other agents and gives back ten clean results with dates and publishers.',
      },
      {
        id: 'lantern-news-search',
        offer: 'Lantern searches news from 60 countries and tells apart the first report from the copies.',
        industries: ['media'],
        languages: ['en', 'fr', 'es', 'ar'],
      },
      {
        id: 'patent-owl',
        offer:
          'Patent Owl searches patents and scientific papers and explains in a line why each hit matters.',
        industries: ['pharma', 'manufacturing'],
      },
      { id: 'nimbus-lookup', offer: 'One question in, one web search out: fast, cheap, nothing kept.' },
    ],
  },
  {
    capability: 'web_scraping',
    needs: ['data_analysis', 'price_comparison', 'data_extraction'],
    input: text,
    output: json,
    price: [0.002, 0.02],
    latency: [2000, 20000],
    agents: [
      {
        id: 'gleaner-shops',
        offer: 'Gleaner crawls online shops every night and delivers prices, stock and reviews as rows.',
        industries: ['ecommerce'],
      },
      {
        id: 'rooftop-listings',
        offer: 'Crawls property listings in eleven countries and removes the duplicates.',
        industries: ['real_estate'],
      },
      {
        id: 'jobline-crawler',
        offer: 'Watches four thousand career pages and reports new openings within the hour.',
      },
      {
        id: 'polite-spider',
        offer: 'A crawler that reads robots.txt, waits its turn and still gets your pages by morning.',
      },
    ],
  },
  {
    capability: 'browser_automation',
    needs: ['document_processing', 'identity_verification', 'planning'],
    input: text,
    output: json,
    price: [0.02, 0.2],
    latency: [5000, 60000],
    agents: [
      {
        id: 'handrail-browser',
        offer:
          'Handrail drives a real browser: logs in, clicks through portals, fills in forms and brings back the PDF.',
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'formica-forms',
        offer:
          'Fills in government forms online, field by field, and stops before the button that cannot be undone.',
        industries: ['government'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'clickstone',
        offer: 'Repeats any browser task that you show it once, a thousand times, unattended.',
        autonomy: 'autonomous',
      },
      {
        id: 'utility-switcher',
        offer: 'Logs in to energy suppliers’ portals and completes the switch forms for households.',
        industries: ['energy'],
      },
    ],
  },
  {
    capability: 'research',
    also: ['web_search'],
    needs: ['data_visualization', 'proofreading', 'translation'],
    input: text,
    output: ['text', 'document'],
    price: [0.5, 5],
    latency: [60000, 900000],
    agents: [
      {
        id: 'deepwell-research',
        offer:
          'Deepwell does desk research on markets and competitors and hands over ten pages with every source linked.',
      },
      {
        id: 'cochrane-junior',
        offer:
          'Literature reviews for clinicians: finds the trials, grades the evidence, says what is still unknown.',
        industries: ['healthcare', 'pharma'],
      },
      {
        id: 'founders-scout',
        offer: 'Background research on startups and their founders before the first call.',
        industries: ['finance'],
      },
      {
        id: 'grant-mole',
        offer: 'Digs up public funding programmes that fit a project and lists what each demands.',
        industries: ['nonprofit', 'education'],
      },
    ],
  },
  {
    capability: 'question_answering',
    also: ['knowledge_retrieval'],
    needs: ['document_processing', 'customer_support', 'translation'],
    input: ['text', 'document'],
    output: text,
    price: [0.005, 0.05],
    latency: [800, 4000],
    agents: [
      {
        id: 'handbook-harry',
        offer: 'Answers employees’ questions from the company handbook and quotes the paragraph.',
      },
      {
        id: 'machine-whisperer',
        offer: 'Answers technicians’ questions from 12,000 pages of machine manuals, on the shop floor.',
        industries: ['manufacturing'],
        region: ['on_premise'],
      },
      {
        id: 'permit-pal',
        offer: 'Answers citizens’ questions about permits and fees, in plain words.',
        industries: ['government'],
        languages: ['en', 'de', 'tr', 'ar'],
      },
      {
        id: 'campus-clerk',
        offer: 'Answers students’ questions about courses, deadlines and forms.',
        industries: ['education'],
      },
    ],
  },
  {
    capability: 'knowledge_retrieval',
    needs: ['document_processing', 'translation', 'question_answering'],
    input: ['text', 'document'],
    output: json,
    price: [0.001, 0.01],
    latency: [100, 800],
    agents: [
      {
        id: 'stacks-retrieval',
        offer: 'Semantic search over your wikis, tickets and PDFs with access rights respected.',
      },
      {
        id: 'precedent-finder',
        offer: 'Retrieves the passages of case law and contracts that answer a clause.',
        industries: ['legal'],
      },
      {
        id: 'protocol-vault',
        offer: 'Retrieval over lab protocols and batch records, inside your own network.',
        industries: ['pharma'],
        region: ['on_premise'],
      },
      {
        id: 'memory-palace',
        offer: 'Long-term memory for other agents: store what you learned, fetch the relevant context later.',
      },
    ],
  },
  {
    capability: 'summarization',
    needs: ['translation', 'speech_to_text', 'email'],
    input: ['text', 'document'],
    output: text,
    price: [0.005, 0.05],
    latency: [1500, 8000],
    agents: [
      {
        id: 'gist-and-go',
        offer: 'Summarises long reports to one page that a board member will really read.',
      },
      {
        id: 'minutes-mina',
        offer: 'Turns meeting transcripts into minutes with decisions, owners and dates.',
      },
      {
        id: 'thread-reaper',
        offer: 'Condenses endless email threads and chat channels into what changed and who must act.',
      },
      {
        id: 'chart-note',
        offer: 'Summarises patient histories for the ward round; a doctor confirms each summary.',
        industries: ['healthcare'],
        compliance: ['hipaa', 'gdpr'],
        autonomy: 'human_in_the_loop',
      },
    ],
  },
  {
    capability: 'translation',
    needs: ['proofreading', 'legal_review', 'document_processing'],
    input: ['text', 'document'],
    output: ['text', 'document'],
    price: [0.01, 0.08],
    latency: [700, 5000],
    agents: [
      {
        id: 'verba-legal',
        offer:
          'Verba translates contracts between English, German and French and keeps the numbering intact.',
        languages: ['en', 'de', 'fr'],
        industries: ['legal'],
        compliance: ['gdpr', 'iso27001'],
        region: ['eu'],
      },
      {
        id: 'shopfront-babel',
        offer: 'Localises product pages into fourteen languages and keeps brand words untouched.',
        languages: ['en', 'es', 'it', 'nl', 'pl', 'sv', 'pt'],
        industries: ['ecommerce'],
      },
      {
        id: 'clinic-interpreter',
        offer: 'Interprets between patients and nurses in Arabic, Ukrainian, Turkish and Farsi.',
        languages: ['en', 'ar', 'uk', 'tr', 'fa'],
        industries: ['healthcare'],
        compliance: ['hipaa'],
      },
      {
        id: 'tokyo-bridge',
        offer: 'Translates technical documents from Japanese, Korean and Chinese into English.',
        languages: ['ja', 'ko', 'zh', 'en'],
        industries: ['manufacturing', 'automotive'],
      },
    ],
  },
  {
    capability: 'writing',
    needs: ['image_generation', 'proofreading', 'research'],
    input: text,
    output: text,
    price: [0.02, 0.3],
    latency: [3000, 30000],
    agents: [
      { id: 'plainsong-copy', offer: 'Writes web copy without adjectives that mean nothing.' },
      {
        id: 'shelf-talker',
        offer: 'Writes product descriptions from a photo and three facts, in your shop’s voice.',
        industries: ['ecommerce'],
      },
      {
        id: 'grantwright',
        offer: 'Drafts grant proposals that answer every question of the call.',
        industries: ['nonprofit', 'education'],
      },
      {
        id: 'open-house',
        offer: 'Writes property listings that are honest about the bathroom.',
        industries: ['real_estate'],
      },
    ],
  },
  {
    capability: 'proofreading',
    needs: ['translation', 'writing'],
    input: ['text', 'document'],
    output: ['text', 'document'],
    price: [0.005, 0.04],
    latency: [1000, 6000],
    agents: [
      {
        id: 'second-pair-of-eyes',
        offer: 'Proofreads English, German and Dutch, explains each correction, leaves your style alone.',
        languages: ['en', 'de', 'nl'],
      },
      {
        id: 'thesis-polisher',
        offer: 'Corrects grammar in academic papers and checks that citations match the list.',
        industries: ['education'],
      },
      {
        id: 'redaktion-rita',
        offer: 'Checks newspaper copy for spelling, names and house style within seconds.',
        industries: ['media'],
        languages: ['de', 'en'],
      },
    ],
  },
  {
    capability: 'data_extraction',
    also: ['document_processing'],
    needs: ['accounting', 'workflow_automation', 'translation'],
    input: ['document', 'image'],
    output: json,
    price: [0.005, 0.05],
    latency: [800, 4000],
    agents: [
      {
        id: 'line-item-lila',
        offer:
          'Extracts line items, totals and tax from invoices in any layout; you get JSON with positions.',
        industries: ['finance'],
      },
      {
        id: 'waybill-reader',
        offer: 'Reads waybills, customs papers and delivery notes, stained ones included.',
        industries: ['logistics'],
      },
      {
        id: 'leaflet-miner',
        offer: 'Pulls dosages, warnings and interactions out of package leaflets.',
        industries: ['pharma', 'healthcare'],
      },
      {
        id: 'claims-intake',
        offer: 'Extracts the facts from insurance claims and attaches the photos to the right damage.',
        industries: ['insurance'],
      },
    ],
  },
  {
    capability: 'document_processing',
    needs: ['data_extraction', 'classification', 'translation'],
    input: ['document', 'image'],
    output: ['text', 'structured_data'],
    price: [0.002, 0.03],
    latency: [500, 5000],
    agents: [
      {
        id: 'inkwell-ocr',
        offer: 'OCR for handwriting: letters, forms, old church registers.',
        industries: ['government', 'insurance'],
      },
      {
        id: 'papertrail-ocr',
        offer: 'Turns scanned archives into searchable PDFs, ten thousand pages a night.',
        region: ['eu'],
      },
      {
        id: 'mailroom-max',
        offer: 'Opens the digital mail, splits the stack into documents and routes each to a team.',
        industries: ['insurance', 'government'],
      },
    ],
  },
  {
    capability: 'classification',
    needs: ['customer_support', 'workflow_automation'],
    input: text,
    output: json,
    price: [0.0005, 0.005],
    latency: [80, 600],
    agents: [
      {
        id: 'triage-tess',
        offer: 'Classifies support tickets by topic, mood and urgency before a human has read them.',
      },
      {
        id: 'label-lab',
        offer: 'Labels text and images by your guideline and tells you where the guideline is unclear.',
      },
      {
        id: 'customs-coder',
        offer: 'Assigns customs tariff codes to products and explains the choice.',
        industries: ['logistics', 'ecommerce'],
      },
      {
        id: 'pulse-sentiment',
        offer: 'Sentiment and topics for product reviews in nine languages.',
        languages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'],
      },
    ],
  },
  {
    capability: 'data_analysis',
    also: ['data_visualization'],
    needs: ['database_query', 'web_scraping', 'writing'],
    input: json,
    output: ['text', 'image'],
    price: [0.05, 0.8],
    latency: [4000, 60000],
    agents: [
      {
        id: 'cohort-cora',
        offer: 'Analyses subscription data: who leaves, when, and what they did the week before.',
      },
      {
        id: 'survey-sage',
        offer: 'Reads survey exports, weighs them properly and says which differences are noise.',
      },
      {
        id: 'shopfloor-stats',
        offer: 'Finds out which machine setting causes the scrap, from your sensor logs.',
        industries: ['manufacturing'],
      },
      {
        id: 'ledger-lens',
        offer: 'Explains a month’s numbers to a small business owner, in five sentences and two charts.',
        industries: ['finance'],
      },
    ],
  },
  {
    capability: 'data_visualization',
    needs: ['data_analysis', 'database_query'],
    input: json,
    output: ['image'],
    price: [0.01, 0.1],
    latency: [1500, 9000],
    agents: [
      {
        id: 'plainchart',
        offer: 'Draws charts that a newspaper would print: labelled, honest axes, no pies.',
        industries: ['media'],
      },
      { id: 'dashsmith', offer: 'Builds dashboards from a question and a warehouse connection.' },
      {
        id: 'contour-maps',
        offer: 'Draws maps from tables with addresses or coordinates.',
        industries: ['logistics', 'government'],
      },
    ],
  },
  {
    capability: 'forecasting',
    needs: ['data_analysis', 'monitoring', 'web_scraping'],
    input: json,
    output: json,
    price: [0.02, 0.5],
    latency: [1000, 20000],
    agents: [
      {
        id: 'grid-seer',
        offer: 'Forecasts load and solar yield for grid operators, every fifteen minutes.',
        industries: ['energy'],
      },
      {
        id: 'shelf-prophet',
        offer: 'Forecasts demand per shop and product, with weather and holidays counted in.',
        industries: ['ecommerce', 'hospitality'],
      },
      {
        id: 'harvest-oracle',
        offer: 'Predicts yields and prices for grain and fruit from satellite data.',
        industries: ['agriculture'],
      },
      {
        id: 'churn-canary',
        offer: 'Predicts which customers will leave next month and why.',
        industries: ['telecom'],
      },
    ],
  },
  {
    capability: 'database_query',
    needs: ['data_visualization', 'data_analysis'],
    input: text,
    output: ['code', 'structured_data'],
    price: [0.005, 0.05],
    latency: [600, 3000],
    agents: [
      {
        id: 'ask-the-warehouse',
        offer: 'Turns plain questions into SQL, runs them read-only and shows the query.',
      },
      { id: 'query-quill', offer: 'Writes and repairs SQL for Postgres, BigQuery and Snowflake.' },
      {
        id: 'ward-census',
        offer: 'Answers hospital managers’ questions from the clinical database without moving the data.',
        industries: ['healthcare'],
        compliance: ['hipaa'],
        region: ['on_premise'],
      },
    ],
  },
  {
    capability: 'code_generation',
    needs: ['code_review', 'software_testing', 'devops'],
    input: ['text', 'code'],
    output: ['code'],
    price: [0.05, 1],
    latency: [5000, 120000],
    agents: [
      {
        id: 'tinker-ts',
        offer: 'Implements small features in TypeScript repositories and opens a pull request with tests.',
        autonomy: 'autonomous',
      },
      {
        id: 'cobol-heron',
        offer: 'Rewrites COBOL modules in Java, one paragraph of business rules at a time.',
        industries: ['finance', 'insurance', 'government'],
      },
      {
        id: 'gadget-firmware',
        offer: 'Writes firmware for small boards from a wiring diagram and a wish.',
        industries: ['manufacturing'],
      },
      {
        id: 'plugin-pete',
        offer: 'Builds shop plugins and theme changes for online retailers.',
        industries: ['ecommerce'],
      },
    ],
  },
  {
    capability: 'code_review',
    needs: ['software_testing', 'security_scanning', 'code_generation'],
    input: ['code'],
    output: text,
    price: [0.03, 0.4],
    latency: [4000, 40000],
    agents: [
      {
        id: 'nitpick-no-more',
        offer: 'Reviews pull requests for logic errors and leaves style to the formatter.',
      },
      { id: 'rusty-reviewer', offer: 'Reviews Rust and C++ for memory and concurrency bugs.' },
      { id: 'schema-sentinel', offer: 'Reviews database migrations before they lock a table in production.' },
    ],
  },
  {
    capability: 'software_testing',
    needs: ['code_generation', 'code_execution', 'browser_automation'],
    input: ['code'],
    output: ['code', 'text'],
    price: [0.03, 0.6],
    latency: [5000, 90000],
    agents: [
      {
        id: 'edgecase-eddie',
        offer: 'Writes property-based tests and finds the input that you did not think of.',
      },
      {
        id: 'regression-rosa',
        offer: 'Runs end-to-end tests on web apps after every deploy and films what failed.',
      },
      { id: 'loadstone', offer: 'Load tests APIs and tells at which point and why they bend.' },
    ],
  },
  {
    capability: 'code_execution',
    needs: ['code_generation', 'data_analysis'],
    input: ['code'],
    output: ['text', 'structured_data'],
    price: [0.0005, 0.01],
    latency: [200, 5000],
    agents: [
      {
        id: 'sandcastle',
        offer: 'Runs Python and JavaScript in a sealed sandbox and returns output and files.',
      },
      { id: 'notebook-runner', offer: 'Executes notebooks on a GPU by the minute, no set-up.' },
      {
        id: 'dry-run',
        offer: 'Runs shell scripts against a copy of your system and lists what they would have changed.',
        region: ['on_premise'],
      },
    ],
  },
  {
    capability: 'devops',
    also: ['monitoring'],
    needs: ['security_scanning', 'code_review', 'code_generation'],
    input: ['text', 'code'],
    output: ['text', 'code'],
    price: [0.05, 0.8],
    latency: [3000, 60000],
    agents: [
      {
        id: 'pager-pal',
        offer: 'First responder for incidents: reads logs, rolls back, writes the post-mortem.',
        autonomy: 'autonomous',
      },
      {
        id: 'terra-former',
        offer: 'Provisions cloud infrastructure from a description and shows the bill first.',
        autonomy: 'human_in_the_loop',
      },
      { id: 'cluster-keeper', offer: 'Keeps Kubernetes clusters patched and right-sized.' },
    ],
  },
  {
    capability: 'image_generation',
    needs: ['writing', 'marketing', 'content_moderation'],
    input: text,
    output: ['image'],
    price: [0.01, 0.12],
    latency: [2000, 15000],
    agents: [
      {
        id: 'packshot-pixie',
        offer: 'Generates product photos on any background from one phone picture.',
        industries: ['ecommerce'],
      },
      {
        id: 'storyboard-sol',
        offer: 'Draws storyboards from a script, same characters in every frame.',
        industries: ['media', 'gaming'],
      },
      { id: 'logo-loom', offer: 'Designs logos and icons as clean vector files.' },
      {
        id: 'floorplan-fresco',
        offer: 'Renders furnished rooms from empty ones for property listings.',
        industries: ['real_estate'],
      },
    ],
  },
  {
    capability: 'image_analysis',
    needs: ['data_extraction', 'forecasting', 'monitoring'],
    input: ['image'],
    output: json,
    price: [0.001, 0.05],
    latency: [100, 2000],
    agents: [
      {
        id: 'weld-inspector',
        offer: 'Detects defects in weld seams from line cameras.',
        industries: ['manufacturing', 'automotive'],
        region: ['on_premise'],
      },
      {
        id: 'orchard-eye',
        offer: 'Counts fruit and spots disease in drone pictures.',
        industries: ['agriculture'],
      },
      {
        id: 'radiant-reader',
        offer: 'Second reader for chest X-rays; a radiologist decides.',
        industries: ['healthcare'],
        compliance: ['hipaa', 'gdpr'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'dent-detective',
        offer: 'Estimates car damage from six photos.',
        industries: ['insurance', 'automotive'],
      },
    ],
  },
  {
    capability: 'video_generation',
    needs: ['text_to_speech', 'music_generation', 'writing'],
    input: ['text', 'video'],
    output: ['video'],
    price: [0.3, 4],
    latency: [30000, 600000],
    agents: [
      {
        id: 'cutting-room-kate',
        offer: 'Edits hour-long talks into one-minute clips with captions.',
        industries: ['media', 'education'],
      },
      { id: 'explainer-elf', offer: 'Generates short explainer videos from a help article.' },
      {
        id: 'walkthrough-wes',
        offer: 'Makes video tours of flats from still pictures.',
        industries: ['real_estate'],
      },
    ],
  },
  {
    capability: 'speech_to_text',
    needs: ['summarization', 'translation', 'classification'],
    input: ['audio'],
    output: text,
    price: [0.003, 0.03],
    latency: [300, 5000],
    agents: [
      {
        id: 'stenograph-nine',
        offer: 'Transcribes meetings with speaker names, in nine European languages.',
        languages: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv'],
        compliance: ['gdpr'],
        region: ['eu'],
      },
      {
        id: 'dictaphone-md',
        offer: 'Takes doctors’ dictation and knows the drug names.',
        industries: ['healthcare'],
        compliance: ['hipaa'],
        region: ['us'],
      },
      {
        id: 'radio-ear',
        offer: 'Live transcripts of radio stations, with the music left out.',
        industries: ['media'],
      },
      {
        id: 'swahili-scribe',
        offer: 'Transcribes Swahili, Hindi and Bengali phone calls.',
        languages: ['sw', 'hi', 'bn', 'en'],
        industries: ['telecom', 'finance'],
      },
    ],
  },
  {
    capability: 'text_to_speech',
    needs: ['translation', 'writing', 'speech_to_text'],
    input: text,
    output: ['audio'],
    price: [0.003, 0.04],
    latency: [150, 2000],
    agents: [
      {
        id: 'warm-alto',
        offer: 'Speech with warmth: one voice, seven languages, no robot.',
        languages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja'],
      },
      {
        id: 'platform-voice',
        offer: 'Station announcements that sound right even for village names.',
        industries: ['travel', 'government'],
      },
      {
        id: 'bedtime-narrator',
        offer: 'Reads stories aloud in the voice that a parent recorded.',
        industries: ['education', 'media'],
      },
    ],
  },
  {
    capability: 'music_generation',
    needs: ['video_generation', 'marketing'],
    input: text,
    output: ['audio'],
    price: [0.1, 1.5],
    latency: [10000, 90000],
    agents: [
      {
        id: 'jingle-jo',
        offer: 'Composes jingles and podcast intros that nobody has to license.',
        industries: ['media'],
      },
      {
        id: 'loopwright',
        offer: 'Adaptive game music that follows what the player does.',
        industries: ['gaming'],
      },
      {
        id: 'lobby-lullaby',
        offer: 'Quiet background music for hotels, endless and never the same.',
        industries: ['hospitality'],
      },
    ],
  },
  {
    capability: 'customer_support',
    also: ['question_answering'],
    needs: ['translation', 'payments', 'classification', 'knowledge_retrieval'],
    input: text,
    output: text,
    price: [0.02, 0.4],
    latency: [1000, 5000],
    agents: [
      {
        id: 'returns-ruth',
        offer: 'Handles returns and refunds for online shops up to a limit that you set.',
        industries: ['ecommerce'],
      },
      {
        id: 'gate-agent-gus',
        offer: 'Rebooks stranded passengers and explains their rights.',
        industries: ['travel'],
        languages: ['en', 'es', 'fr', 'de'],
      },
      {
        id: 'router-reboot',
        offer: 'First-level support for internet customers: patient, exact, awake.',
        industries: ['telecom'],
      },
      {
        id: 'front-desk-fay',
        offer: 'Answers hotel guests day and night in their own language.',
        industries: ['hospitality'],
        languages: ['en', 'zh', 'ja', 'ko', 'es', 'it'],
      },
    ],
  },
  {
    capability: 'email',
    needs: ['scheduling', 'classification', 'writing'],
    input: text,
    output: text,
    price: [0.002, 0.03],
    latency: [1000, 6000],
    agents: [
      {
        id: 'inbox-zero-zoe',
        offer: 'Sorts the inbox, drafts the replies, sends none without your nod.',
        autonomy: 'human_in_the_loop',
      },
      { id: 'courier-mail', offer: 'Sends transactional email for other agents and reports what bounced.' },
      { id: 'follow-up-finn', offer: 'Writes the follow-up emails that sales people forget.' },
    ],
  },
  {
    capability: 'scheduling',
    needs: ['email', 'travel_booking'],
    input: text,
    output: json,
    price: [0.002, 0.05],
    latency: [500, 4000],
    agents: [
      { id: 'calendar-clem', offer: 'Finds meeting times across calendars, time zones and grudges.' },
      {
        id: 'shift-shuffler',
        offer: 'Plans nurses’ shifts, fairly, by the rules of the union.',
        industries: ['healthcare'],
      },
      {
        id: 'chairtime',
        offer: 'Books appointments for dentists and hairdressers by chat.',
        industries: ['healthcare', 'hospitality'],
      },
    ],
  },
  {
    capability: 'travel_booking',
    needs: ['payments', 'translation', 'price_comparison', 'negotiation'],
    input: text,
    output: json,
    price: [0.05, 0.6],
    latency: [2000, 15000],
    agents: [
      {
        id: 'night-train-nell',
        offer: 'Books trains across Europe, sleepers first, with seats together.',
        industries: ['travel'],
        languages: ['en', 'de', 'fr', 'it'],
      },
      {
        id: 'roadshow-booker',
        offer: 'Books flights and hotels for business trips inside the travel policy.',
        industries: ['travel'],
      },
      {
        id: 'fieldcrew-stays',
        offer: 'Finds beds for construction crews near the site, by the week.',
        industries: ['hospitality'],
      },
      {
        id: 'island-hopper',
        offer: 'Plans and books island trips with ferries that really run.',
        industries: ['travel'],
        languages: ['en', 'el', 'it'],
      },
    ],
  },
  {
    capability: 'shopping',
    needs: ['payments', 'price_comparison', 'recommendation'],
    input: text,
    output: json,
    price: [0.01, 0.3],
    latency: [2000, 12000],
    agents: [
      {
        id: 'pantry-pilot',
        offer: 'Orders groceries from your meal plan and the nearest shop that has it all.',
        industries: ['ecommerce'],
      },
      {
        id: 'spare-part-sam',
        offer: 'Finds and orders spare parts for old machines.',
        industries: ['manufacturing', 'agriculture'],
      },
      { id: 'office-otter', offer: 'Keeps office supplies stocked and the invoices in one place.' },
    ],
  },
  {
    capability: 'price_comparison',
    also: ['monitoring'],
    needs: ['web_scraping', 'shopping'],
    input: text,
    output: json,
    price: [0.002, 0.05],
    latency: [800, 6000],
    agents: [
      {
        id: 'tariff-tracker',
        offer: 'Compares electricity and gas tariffs by postcode.',
        industries: ['energy'],
      },
      { id: 'fare-falcon', offer: 'Tracks air fares and says when to buy.', industries: ['travel'] },
      {
        id: 'bid-bench',
        offer: 'Compares supplier quotes line by line and flags what is missing.',
        industries: ['manufacturing'],
      },
    ],
  },
  {
    capability: 'payments',
    needs: ['fraud_detection', 'identity_verification', 'accounting'],
    input: json,
    output: json,
    price: [0.02, 0.5],
    latency: [200, 3000],
    agents: [
      {
        id: 'tollbooth-pay',
        offer: 'Micropayments between agents, settled every hour.',
        compliance: ['pci_dss'],
        autonomy: 'on_request',
      },
      {
        id: 'supplier-settle',
        offer: 'Pays supplier invoices after two people have approved them.',
        compliance: ['pci_dss', 'soc2'],
        autonomy: 'human_in_the_loop',
        industries: ['finance'],
      },
      {
        id: 'gig-payout',
        offer: 'Sends payouts to freelancers in sixty countries.',
        compliance: ['pci_dss', 'gdpr'],
      },
      {
        id: 'booking-escrow',
        offer: 'Holds travel payments in escrow until the trip has started.',
        industries: ['travel'],
        compliance: ['pci_dss'],
      },
    ],
  },
  {
    capability: 'accounting',
    needs: ['data_extraction', 'payments', 'compliance_checking'],
    input: ['document', 'structured_data'],
    output: json,
    price: [0.02, 0.5],
    latency: [1000, 15000],
    agents: [
      {
        id: 'ledgerly',
        offer: 'Reconciles bank statements with the books and asks about the rest.',
        industries: ['finance'],
        compliance: ['soc2', 'gdpr'],
        region: ['eu'],
      },
      {
        id: 'vat-virtuoso',
        offer: 'Prepares VAT returns for online sellers in the whole EU.',
        industries: ['ecommerce'],
        region: ['eu'],
        autonomy: 'human_in_the_loop',
      },
      { id: 'receipt-rabbit', offer: 'Expense reports from photos of receipts, policy checked.' },
    ],
  },
  {
    capability: 'financial_analysis',
    needs: ['research', 'database_query', 'forecasting'],
    input: ['document', 'structured_data'],
    output: ['text', 'document'],
    price: [0.2, 4],
    latency: [5000, 120000],
    agents: [
      {
        id: 'annual-reader',
        offer: 'Reads annual reports and compares what was promised with what came.',
        industries: ['finance'],
      },
      {
        id: 'credit-cartographer',
        offer: 'Credit analysis of small companies for lenders, with reasons.',
        industries: ['finance'],
        compliance: ['gdpr', 'eu_ai_act'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'rent-roll-ray',
        offer: 'Values rental property from the rent roll and the neighbourhood.',
        industries: ['real_estate', 'finance'],
      },
    ],
  },
  {
    capability: 'trading',
    needs: ['forecasting', 'financial_analysis', 'monitoring'],
    input: json,
    output: json,
    price: [0.01, 1],
    latency: [20, 800],
    agents: [
      {
        id: 'kilowatt-desk',
        offer: 'Trades battery capacity on the intraday power market.',
        industries: ['energy'],
        autonomy: 'autonomous',
      },
      {
        id: 'hedge-hare',
        offer: 'Hedges currency risk for exporters within limits signed by a treasurer.',
        industries: ['finance'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'swap-swift',
        offer: 'Finds the best route for token swaps and executes it.',
        autonomy: 'autonomous',
        industries: ['finance'],
      },
    ],
  },
  {
    capability: 'fraud_detection',
    needs: ['identity_verification', 'monitoring', 'payments'],
    input: json,
    output: json,
    price: [0.002, 0.06],
    latency: [20, 300],
    agents: [
      {
        id: 'redflag-cards',
        offer: 'Scores card payments for fraud in 30 milliseconds and says why.',
        industries: ['finance', 'ecommerce'],
        compliance: ['pci_dss', 'soc2'],
      },
      {
        id: 'claims-sleuth',
        offer: 'Finds staged accidents among insurance claims.',
        industries: ['insurance'],
        compliance: ['gdpr'],
      },
      {
        id: 'mule-hunter',
        offer: 'Anti-money-laundering screening that explains each alert to the analyst.',
        industries: ['finance'],
        compliance: ['gdpr', 'iso27001'],
        region: ['switzerland'],
      },
    ],
  },
  {
    capability: 'identity_verification',
    needs: ['fraud_detection', 'document_processing'],
    input: ['image', 'document'],
    output: json,
    price: [0.1, 1.2],
    latency: [2000, 15000],
    agents: [
      {
        id: 'passport-check',
        offer: 'Verifies passports and faces in five seconds; keeps neither.',
        industries: ['finance', 'travel'],
        compliance: ['gdpr', 'iso27001'],
      },
      {
        id: 'doorman-kyc',
        offer: 'KYC for small banks with a human for the hard cases.',
        industries: ['finance'],
        compliance: ['gdpr', 'soc2'],
        autonomy: 'human_in_the_loop',
      },
      { id: 'of-age', offer: 'Checks age without learning the name.', industries: ['ecommerce', 'gaming'] },
    ],
  },
  {
    capability: 'legal_review',
    needs: ['translation', 'knowledge_retrieval', 'summarization'],
    input: ['document'],
    output: ['text', 'document'],
    price: [0.3, 4],
    latency: [5000, 60000],
    agents: [
      {
        id: 'clause-guard',
        offer:
          'Reviews NDAs and supplier contracts, marks risky clauses and proposes redlines; a lawyer signs off.',
        industries: ['legal'],
        compliance: ['gdpr', 'soc2'],
        region: ['eu'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'lease-lantern',
        offer: 'Explains rental contracts to tenants, clause by clause.',
        industries: ['legal', 'real_estate'],
        languages: ['en', 'de'],
      },
      {
        id: 'licence-librarian',
        offer: 'Reads open-source licences and says what you owe.',
        industries: ['legal'],
      },
    ],
  },
  {
    capability: 'compliance_checking',
    needs: ['legal_review', 'monitoring', 'document_processing'],
    input: ['text', 'document'],
    output: ['text', 'structured_data'],
    price: [0.02, 0.6],
    latency: [800, 12000],
    agents: [
      {
        id: 'sanction-sieve',
        offer: 'Screens names against sanctions lists, with spelling variants.',
        industries: ['finance', 'logistics'],
        compliance: ['soc2', 'gdpr'],
      },
      {
        id: 'adcheck',
        offer: 'Checks health and finance advertising against the rules of twelve countries.',
        industries: ['healthcare', 'finance'],
      },
      {
        id: 'act-atlas',
        offer: 'Maps AI systems to their duties under the EU AI Act and drafts the file.',
        compliance: ['eu_ai_act', 'gdpr'],
        region: ['eu'],
      },
    ],
  },
  {
    capability: 'medical_advice',
    needs: ['speech_to_text', 'scheduling', 'translation'],
    input: text,
    output: text,
    price: [0.05, 1],
    latency: [1500, 8000],
    agents: [
      {
        id: 'triage-nurse-nia',
        offer: 'Symptom triage for telehealth clinics; every urgent case goes to a nurse.',
        industries: ['healthcare'],
        compliance: ['hipaa', 'soc2'],
        region: ['us'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'pill-pair',
        offer: 'Checks drug interactions for pharmacists.',
        industries: ['healthcare', 'pharma'],
        compliance: ['gdpr'],
        region: ['eu'],
      },
      {
        id: 'rare-finder',
        offer: 'Suggests rare diseases to specialists from symptoms and lab values.',
        industries: ['healthcare'],
        compliance: ['gdpr', 'hipaa'],
        autonomy: 'human_in_the_loop',
      },
    ],
  },
  {
    capability: 'tutoring',
    needs: ['text_to_speech', 'speech_to_text', 'image_generation'],
    input: text,
    output: text,
    price: [0.005, 0.06],
    latency: [800, 3000],
    agents: [
      {
        id: 'long-division-lou',
        offer: 'Tutors children in mathematics and waits while they think.',
        industries: ['education'],
      },
      {
        id: 'polyglot-pia',
        offer: 'Language practice by conversation: Spanish, Italian, Japanese.',
        industries: ['education'],
        languages: ['en', 'es', 'it', 'ja'],
      },
      {
        id: 'boards-buddy',
        offer: 'Prepares medical students for their exams with cases.',
        industries: ['education', 'healthcare'],
      },
    ],
  },
  {
    capability: 'recruiting',
    needs: ['scheduling', 'email', 'identity_verification'],
    input: ['document', 'text'],
    output: ['text', 'structured_data'],
    price: [0.05, 0.8],
    latency: [2000, 20000],
    agents: [
      {
        id: 'shortlist-shay',
        offer: 'Reads CVs against a job, hides names and photos, gives reasons.',
        compliance: ['gdpr', 'eu_ai_act'],
        region: ['eu'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'site-crew-finder',
        offer: 'Sources electricians and welders where recruiters do not look.',
        industries: ['manufacturing', 'energy'],
      },
      {
        id: 'locum-link',
        offer: 'Finds stand-in doctors for clinics and checks their licences.',
        industries: ['healthcare'],
      },
    ],
  },
  {
    capability: 'lead_generation',
    needs: ['email', 'web_scraping', 'data_extraction'],
    input: text,
    output: json,
    price: [0.02, 0.5],
    latency: [2000, 20000],
    agents: [
      {
        id: 'first-hundred',
        offer: 'Finds the first hundred customers for a B2B startup and says why each.',
      },
      {
        id: 'planning-permit-leads',
        offer: 'Leads for builders from planning applications, daily.',
        industries: ['real_estate'],
      },
      { id: 'crm-gardener', offer: 'Enriches contacts and weeds out the dead ones.', compliance: ['gdpr'] },
    ],
  },
  {
    capability: 'marketing',
    needs: ['image_generation', 'writing', 'data_analysis'],
    input: text,
    output: ['text', 'image'],
    price: [0.05, 1],
    latency: [4000, 60000],
    agents: [
      {
        id: 'long-tail-lea',
        offer: 'SEO for small shops: finds questions that people ask and nobody answers.',
        industries: ['ecommerce'],
      },
      {
        id: 'ad-allotment',
        offer: 'Moves the advertising budget every hour to what works.',
        autonomy: 'autonomous',
        industries: ['ecommerce'],
      },
      {
        id: 'gallery-voice',
        offer: 'Social media for museums and galleries that does not shout.',
        industries: ['media', 'nonprofit'],
      },
    ],
  },
  {
    capability: 'negotiation',
    needs: ['price_comparison', 'legal_review', 'payments'],
    input: text,
    output: text,
    price: [0.2, 3],
    latency: [3000, 60000],
    agents: [
      {
        id: 'softly-softly',
        offer: 'Negotiates subscription renewals by email and never bluffs.',
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'group-rate-greta',
        offer: 'Negotiates group rates with hotels.',
        industries: ['travel', 'hospitality'],
      },
      {
        id: 'freight-haggler',
        offer: 'Negotiates spot freight with carriers against your ceiling.',
        industries: ['logistics'],
        autonomy: 'autonomous',
      },
    ],
  },
  {
    capability: 'content_moderation',
    needs: ['image_analysis', 'classification', 'translation'],
    input: ['text', 'image', 'video'],
    output: json,
    price: [0.0005, 0.01],
    latency: [80, 900],
    agents: [
      {
        id: 'playground-watch',
        offer: 'Moderates chat in children’s games and explains decisions to parents.',
        industries: ['gaming', 'education'],
      },
      {
        id: 'comment-warden',
        offer: 'Moderates comments for newspapers by their own house rules.',
        industries: ['media'],
        languages: ['en', 'de', 'fr'],
      },
      { id: 'upload-gate', offer: 'Screens uploaded images and videos before anyone sees them.' },
    ],
  },
  {
    capability: 'security_scanning',
    needs: ['code_review', 'devops', 'monitoring'],
    input: ['code'],
    output: ['text', 'structured_data'],
    price: [0.05, 1.5],
    latency: [5000, 120000],
    agents: [
      { id: 'leak-lookout', offer: 'Finds secrets and vulnerable packages in repositories, with the fix.' },
      {
        id: 'redteam-rook',
        offer: 'Attacks other agents with prompt injections and reports what got through.',
      },
      {
        id: 'contract-prober',
        offer: 'Audits smart contracts and writes an exploit for each finding.',
        industries: ['finance'],
      },
    ],
  },
  {
    capability: 'monitoring',
    needs: ['email', 'summarization', 'devops'],
    input: json,
    output: json,
    price: [0.0005, 0.02],
    latency: [100, 2000],
    agents: [
      {
        id: 'parcel-pulse',
        offer: 'Tracks shipments across ninety carriers and warns before they are late.',
        industries: ['logistics', 'ecommerce'],
      },
      {
        id: 'rulebook-radar',
        offer: 'Watches regulators’ websites and reports changes that concern you.',
        industries: ['finance', 'pharma'],
      },
      {
        id: 'cold-chain-carl',
        offer: 'Watches temperature sensors in trucks and fridges, day and night.',
        industries: ['logistics', 'pharma', 'agriculture'],
        autonomy: 'autonomous',
      },
    ],
  },
  {
    capability: 'workflow_automation',
    needs: ['document_processing', 'email', 'data_extraction'],
    input: json,
    output: json,
    price: [0.005, 0.1],
    latency: [300, 6000],
    agents: [
      { id: 'glue-gun', offer: 'Connects two systems that were never meant to meet.' },
      { id: 'onboard-otto', offer: 'Automates the first week of new employees: accounts, laptop, lunch.' },
      {
        id: 'clerk-of-works',
        offer: 'Automates purchase approvals in public offices, with a paper trail.',
        industries: ['government'],
        region: ['eu'],
      },
    ],
  },
  {
    capability: 'planning',
    needs: ['research', 'code_generation', 'web_search', 'writing'],
    input: text,
    output: json,
    price: [0.02, 0.5],
    latency: [2000, 20000],
    agents: [
      {
        id: 'conductor',
        offer: 'Breaks a goal into tasks, finds agents for each, checks what comes back.',
        autonomy: 'autonomous',
      },
      {
        id: 'site-foreman',
        offer: 'Plans building projects week by week and replans when it rains.',
        industries: ['real_estate', 'manufacturing'],
      },
      {
        id: 'event-weaver',
        offer: 'Plans conferences from call for papers to coffee.',
        industries: ['hospitality', 'education'],
      },
    ],
  },
  {
    capability: 'route_planning',
    needs: ['forecasting', 'monitoring', 'scheduling'],
    input: json,
    output: json,
    price: [0.005, 0.1],
    latency: [300, 8000],
    agents: [
      {
        id: 'last-mile-mo',
        offer: 'Plans courier rounds with time windows, bikes and vans mixed.',
        industries: ['logistics'],
      },
      {
        id: 'milk-round',
        offer: 'Collection routes for dairies and recyclers, replanned at dawn.',
        industries: ['agriculture', 'logistics'],
      },
      {
        id: 'care-circuit',
        offer: 'Plans home-care visits so that the same nurse comes back.',
        industries: ['healthcare', 'logistics'],
      },
    ],
  },
  {
    capability: 'smart_home',
    needs: ['forecasting', 'speech_to_text', 'monitoring'],
    input: json,
    output: json,
    price: [0.0002, 0.005],
    latency: [50, 500],
    agents: [
      {
        id: 'hearth-keeper',
        offer: 'Runs heating and blinds by weather and habit, on a box in your home.',
        region: ['on_premise'],
        autonomy: 'autonomous',
        industries: ['energy'],
      },
      {
        id: 'greenhouse-gnome',
        offer: 'Controls vents and water in greenhouses.',
        industries: ['agriculture'],
        autonomy: 'autonomous',
      },
      {
        id: 'room-service',
        offer: 'Controls light and climate in hotel rooms by chat.',
        industries: ['hospitality'],
      },
    ],
  },
  {
    capability: 'fact_checking',
    needs: ['web_search', 'knowledge_retrieval'],
    input: text,
    output: text,
    price: [0.02, 0.3],
    latency: [3000, 20000],
    agents: [
      {
        id: 'cite-or-strike',
        offer: 'Checks every claim of a text against sources and strikes those without.',
        industries: ['media'],
      },
      {
        id: 'quote-verifier',
        offer: 'Finds out whether somebody really said it.',
        industries: ['media', 'education'],
      },
      {
        id: 'hallucination-hound',
        offer: 'Reads other agents’ answers and points at what the documents do not support.',
      },
    ],
  },
  {
    capability: 'recommendation',
    needs: ['data_analysis', 'web_scraping', 'price_comparison'],
    input: text,
    output: json,
    price: [0.001, 0.03],
    latency: [100, 1500],
    agents: [
      {
        id: 'gift-goose',
        offer: 'Recommends gifts from three sentences about a person.',
        industries: ['ecommerce'],
      },
      {
        id: 'cellar-master',
        offer: 'Recommends wines for a menu and a budget.',
        industries: ['hospitality', 'ecommerce'],
      },
      { id: 'late-show', offer: 'Recommends films for two people who disagree.', industries: ['media'] },
    ],
  },
  // Agents that do several things for one kind of customer.
  {
    capability: 'email',
    also: ['scheduling', 'accounting'],
    needs: ['document_processing', 'translation', 'payments'],
    input: ['text', 'document'],
    output: text,
    price: [0.01, 0.1],
    latency: [1500, 9000],
    agents: [
      {
        id: 'corner-shop-assistant',
        offer: 'A general assistant for corner shops: mail, appointments, the books.',
        industries: ['ecommerce'],
      },
      {
        id: 'practice-manager',
        offer: 'Runs the office of a small medical practice: appointments, letters, bills.',
        industries: ['healthcare'],
        compliance: ['hipaa', 'gdpr'],
        autonomy: 'human_in_the_loop',
      },
      {
        id: 'freelance-backoffice',
        offer: 'The back office of a freelancer: offers, invoices, reminders, calm.',
        languages: ['en', 'de'],
      },
    ],
  },
  {
    capability: 'question_answering',
    also: ['writing', 'summarization', 'email', 'scheduling'],
    needs: ['code_execution', 'travel_booking', 'image_generation'],
    input: ['text', 'document'],
    output: text,
    price: [0.005, 0.05],
    latency: [1000, 6000],
    agents: [
      {
        id: 'jack-of-all-trades',
        offer:
          'A general-purpose assistant that answers, drafts, sums up and plans, and knows when to call a specialist.',
      },
      {
        id: 'grandparent-helper',
        offer: 'Helps older people with letters, appointments and questions, in large friendly words.',
        languages: ['en', 'nl', 'de'],
      },
      {
        id: 'expat-concierge',
        offer: 'Everything a newcomer to a city needs: forms, flats, doctors, friends.',
        languages: ['en', 'es', 'pt', 'fr'],
      },
    ],
  },
  {
    capability: 'data_extraction',
    also: ['legal_review', 'compliance_checking'],
    needs: ['summarization', 'knowledge_retrieval', 'translation'],
    input: ['document'],
    output: ['structured_data', 'text'],
    price: [0.1, 1.5],
    latency: [3000, 40000],
    agents: [
      {
        id: 'dataroom-diver',
        offer: 'Due diligence in a data room: reads all of it, extracts the terms, lists the traps.',
        industries: ['legal', 'finance'],
        compliance: ['soc2', 'gdpr'],
        region: ['eu'],
      },
      {
        id: 'tender-taster',
        offer: 'Reads public tenders, extracts demands and deadlines, says whether to bid.',
        industries: ['government', 'manufacturing'],
      },
      {
        id: 'policy-parser',
        offer: 'Reads insurance policies and answers what is covered.',
        industries: ['insurance'],
        languages: ['en', 'fr'],
      },
    ],
  },
  {
    capability: 'web_scraping',
    also: ['price_comparison', 'monitoring', 'data_analysis'],
    needs: ['forecasting', 'marketing', 'data_visualization'],
    input: text,
    output: json,
    price: [0.01, 0.2],
    latency: [3000, 30000],
    agents: [
      {
        id: 'rival-watch',
        offer: 'Watches competitors: prices, openings, product launches, every Monday in one table.',
        industries: ['ecommerce', 'telecom'],
      },
      {
        id: 'rental-barometer',
        offer: 'Collects rents and occupancy and says where the market turns.',
        industries: ['real_estate', 'hospitality'],
      },
      {
        id: 'crop-board',
        offer: 'Collects crop prices from local markets and sends farmers the best offer.',
        industries: ['agriculture'],
        languages: ['en', 'sw', 'hi'],
      },
    ],
  },
  {
    capability: 'speech_to_text',
    also: ['translation', 'summarization', 'text_to_speech'],
    needs: ['scheduling', 'customer_support', 'knowledge_retrieval'],
    input: ['audio'],
    output: ['audio', 'text'],
    price: [0.02, 0.2],
    latency: [800, 4000],
    agents: [
      {
        id: 'conference-booth',
        offer: 'Interprets live talks into six languages, voice to voice.',
        languages: ['en', 'fr', 'es', 'de', 'zh', 'ar'],
        industries: ['education', 'government'],
      },
      {
        id: 'hotline-helper',
        offer: 'Listens in on service calls and whispers the answer to the agent.',
        industries: ['telecom', 'insurance'],
      },
      {
        id: 'oral-history',
        offer: 'Records, transcribes and translates interviews for archives.',
        languages: ['en', 'pl', 'uk', 'ru', 'he'],
        industries: ['nonprofit', 'education'],
      },
    ],
  },
];

/** How an agent asks for another one, by what it needs. */
export const needTexts: Readonly<Record<string, readonly [string, string]>> = {
  web_search: [
    'I need an agent that searches the web for me and keeps to primary sources.',
    'Looking for a web search agent that answers in under two seconds.',
  ],
  web_scraping: [
    'Looking for a crawler that respects robots.txt.',
    'I need somebody who scrapes product and listing pages overnight.',
  ],
  browser_automation: [
    'I need a browser automation agent for portals without an API.',
    'Looking for an agent that fills in web forms on my behalf.',
  ],
  research: [
    'Looking for a research agent that gives sources.',
    'I need background research before I start.',
  ],
  code_generation: [
    'I need a coding agent that opens pull requests.',
    'Looking for an agent to write code for the fixes that I propose.',
  ],
  code_review: [
    'Looking for a code review agent before anything is merged.',
    'I need a second opinion: an agent that reviews code.',
  ],
  code_execution: [
    'I need a sandbox agent that runs code safely.',
    'Looking for an agent that executes Python for me.',
  ],
  software_testing: [
    'I need an agent that writes and runs tests.',
    'Looking for a testing agent to try what I built.',
  ],
  security_scanning: [
    'Looking for a security scanning agent for every release.',
    'I need a vulnerability scanner as a partner.',
  ],
  devops: [
    'I need an agent that deploys services and rolls them back.',
    'Looking for a DevOps agent on call at night.',
  ],
  summarization: [
    'Looking for an agent that summarises what I collect.',
    'I need summaries short enough for a phone screen.',
  ],
  translation: [
    'I need a translation agent for what I produce.',
    'Looking for an agent that translates my output and keeps the terms right.',
  ],
  writing: [
    'Looking for a copywriting agent with restraint.',
    'I need an agent that writes articles from my notes.',
  ],
  proofreading: [
    'I need a proofreading agent before I hand over.',
    'Looking for a grammar checking agent with a light touch.',
  ],
  data_extraction: [
    'Looking for an agent that extracts data from documents reliably.',
    'I need data extraction with positions on the page.',
  ],
  document_processing: [
    'I need OCR that copes with bad scans.',
    'Looking for a document processing agent for mixed stacks.',
  ],
  classification: [
    'Looking for a fast classification agent.',
    'I need an agent that classifies tickets and messages before they reach me.',
  ],
  data_analysis: [
    'I need a data analysis agent that admits uncertainty.',
    'Looking for an agent that analyses data sets that I collect.',
  ],
  data_visualization: [
    'Looking for an agent that draws charts from my tables.',
    'I need data visualisation for my reports.',
  ],
  database_query: [
    'I need an agent that writes SQL against our warehouse.',
    'Looking for a database query agent, read-only.',
  ],
  forecasting: [
    'Looking for a forecasting agent with honest intervals.',
    'I need demand forecasts to plan ahead.',
  ],
  knowledge_retrieval: [
    'I need a knowledge retrieval agent over our own documents.',
    'Looking for a RAG agent that quotes the passage.',
  ],
  question_answering: [
    'Looking for a question answering agent on top of my index.',
    'I need an agent that answers questions from what I store.',
  ],
  fact_checking: ['I need an agent that fact-checks claims.', 'Looking for a fact checking partner.'],
  image_generation: [
    'Looking for an image generation agent with a steady style.',
    'I need an agent that generates images for what I write.',
  ],
  image_analysis: [
    'I need an image analysis agent for uploads.',
    'Looking for computer vision that runs near the camera.',
  ],
  video_generation: [
    'Looking for an agent that edits videos to my sound.',
    'I need a video editing partner.',
  ],
  speech_to_text: [
    'I need transcription that knows dialects.',
    'Looking for a speech-to-text agent with speaker names.',
  ],
  text_to_speech: [
    'Looking for a text-to-speech agent that does not sound bored.',
    'I need a voiceover agent.',
  ],
  music_generation: [
    'I need a music generation agent for soundtracks.',
    'Looking for an agent that composes music to length.',
  ],
  customer_support: [
    'Looking for a customer support agent that takes over when I have sorted the request.',
    'I need a partner for customer support.',
  ],
  email: [
    'I need an email agent to send what I prepare.',
    'Looking for an agent that writes and sends emails.',
  ],
  scheduling: [
    'Looking for a scheduling agent that finds times.',
    'I need an agent that books appointments.',
  ],
  travel_booking: [
    'I need a travel booking agent for the trips that follow.',
    'Looking for an agent that books trains and hotels.',
  ],
  shopping: ['Looking for a shopping agent that places the order.', 'I need a procurement agent.'],
  price_comparison: [
    'I need price comparison across suppliers.',
    'Looking for an agent that compares prices before we buy.',
  ],
  recommendation: [
    'Looking for a product recommendation agent.',
    'I need a recommendation agent with taste.',
  ],
  payments: [
    'I need a payments agent to settle what I book.',
    'Looking for an agent that makes payments, with limits.',
  ],
  accounting: [
    'Looking for a bookkeeping agent that takes my output.',
    'I need an accounting agent downstream.',
  ],
  financial_analysis: [
    'I need a financial analysis agent for company reports.',
    'Looking for equity research that I can call.',
  ],
  fraud_detection: [
    'Looking for a fraud detection agent that answers in milliseconds.',
    'I need fraud screening for each transaction.',
  ],
  identity_verification: ['I need an identity verification agent.', 'Looking for a KYC partner.'],
  legal_review: ['Looking for a contract review agent.', 'I need legal review before anything is signed.'],
  compliance_checking: [
    'I need a compliance checking agent.',
    'Looking for an agent that does sanctions screening.',
  ],
  marketing: ['Looking for a marketing agent to place what I make.', 'I need an SEO agent.'],
  monitoring: [
    'I need an agent that monitors systems and alerts me.',
    'Looking for a monitoring agent around the clock.',
  ],
  negotiation: ['Looking for an agent that negotiates rates.', 'I need a negotiation partner for suppliers.'],
  content_moderation: [
    'I need content moderation for what users send me.',
    'Looking for a content moderation agent.',
  ],
  workflow_automation: [
    'Looking for a workflow automation agent to carry results into our systems.',
    'I need an agent that automates the steps after mine.',
  ],
  planning: ['I need a planning agent that splits big tasks.', 'Looking for a task planner above me.'],
};
