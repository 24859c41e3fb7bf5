/**
 * The professions of the simulated labour market. `near` are professions whose work is partly the same; a
 * title may be one that no extraction rule knows. The duties of CVs and the tasks of jobs are worded apart,
 * as real ones are.
 */
export interface Profession {
  readonly name: string;
  readonly titles: readonly string[];
  readonly skills: readonly string[];
  readonly duties: readonly string[];
  readonly tasks: readonly string[];
  readonly near: readonly string[];
}

/** name | titles | skills | duties | tasks | near; parts are separated by `;`. */
const lines = `
backend | Backend Engineer; Java Developer; Member of Technical Staff | Java; Spring; PostgreSQL; Kafka; Docker; Redis; AWS | Rewrote the billing service so that invoices no longer arrive twice; Cut the response time of a public API by half; Moved a monolith to small services | Own the services behind our checkout; Keep our interfaces fast while traffic grows; Design data models with the team | data; frontend
frontend | Frontend Developer; UI Engineer; Web Specialist | React; TypeScript; CSS; Next.js; Accessibility; Figma | Built the design system that five teams use; Made a booking form work for screen readers; Halved the weight of the start page | Build the pages that our customers see; Work with designers on components; Care for speed in the browser | backend; design
data | Data Analyst; Data Scientist; Insights Lead | Python; SQL; Tableau; Statistics; Pandas; dbt | Wrote the weekly report that the board reads; Forecast demand for three warehouses; Ran experiments on prices | Turn our numbers into decisions; Build dashboards for the sales floor; Test which offers work | backend; finance
design | Product Designer; Graphic Designer; Creative | Figma; Illustrator; Branding; Prototyping; User research; Typography | Redrew the onboarding after twenty interviews; Made a new identity for a museum; Drew icons for a bank | Shape how our product looks and feels; Test sketches with users; Keep the brand consistent | frontend; marketing
marketing | Marketing Manager; Growth Marketer; Brand Lead | SEO; Google Ads; Copywriting; Analytics; HubSpot; Social media | Doubled the readers of a newsletter; Ran campaigns for a fair with small budgets; Brought paid search under one roof | Plan campaigns across channels; Grow our audience; Report what each channel brings | design; sales
sales | Sales Representative; Account Executive; Business Developer | Salesforce; Negotiation; Cold calling; CRM; Presentations; Forecasting | Won forty new clients in a hard year; Looked after the northern region; Closed contracts with hospitals | Win new customers in our region; Lead talks up to the contract; Keep the pipeline true | marketing; retail
finance | Accountant; Bookkeeper; Financial Controller | Excel; SAP; Bookkeeping; Payroll; Tax; Auditing | Closed the books of six companies each month; Found an old error in the accounts; Prepared the yearly statements | Close our month on time; Prepare filings for the tax office; Help managers with budgets | data; administration
administration | Office Administrator; Executive Assistant; Team Coordinator | Excel; Scheduling; Outlook; Filing; Minute taking; Travel planning | Kept the diaries of three directors; Organised the move of an office; Answered everything that came by post | Keep our office running; Plan trips and meetings; Welcome guests at the door | finance; retail
nursing | Registered Nurse; Staff Nurse; Ward Sister | Patient care; Wound care; Medication; Triage; ICU; Phlebotomy | Looked after twelve beds on a surgical ward; Trained new colleagues at night; Gave infusions and kept charts | Care for patients after operations; Give medicines safely; Talk with families on the ward | care
care | Care Assistant; Support Worker; Home Helper | Personal care; First aid; Dementia care; Manual handling; Safeguarding | Helped older people to wash, dress and eat; Took residents for walks; Sat with people in their last weeks | Support residents in daily life; Help at meals; Note how each resident is | nursing; teaching
teaching | Primary School Teacher; Maths Teacher; Educator | Lesson planning; Classroom management; Assessment; Mathematics; Safeguarding; Curriculum | Taught a class of twenty-eight to love fractions; Led the reading club; Spoke with parents every term | Teach children of nine to eleven; Plan lessons with the year team; Follow the progress of each pupil | care
cooking | Chef; Line Cook; Kitchen Lead | Food safety; Menu planning; Grill; Pastry; HACCP; Stock control | Ran the evening line for ninety covers; Wrote a menu of the season; Baked bread before dawn | Cook fresh dishes in our kitchen; Order goods and keep waste low; Keep the kitchen clean | retail
retail | Store Assistant; Shop Supervisor; Customer Advisor | Cash handling; Merchandising; Customer service; Stock control; Point of sale | Opened the shop and counted the till; Dressed the windows for winter; Settled complaints kindly | Serve people at the counter; Fill the shelves; Look after the till | sales; cooking
driving | Lorry Driver; Delivery Driver; Courier | HGV licence; Route planning; Tachograph; Forklift; Vehicle checks | Drove two tours a day through the hills; Delivered parcels without an accident for years; Loaded pallets at night | Bring goods to our branches; Check the vehicle before each tour; Load and secure freight | warehouse
warehouse | Warehouse Operative; Logistics Planner; Dispatcher | Forklift; Inventory; Picking; SAP; Scanning; Route planning | Picked orders with few mistakes; Counted the stock each quarter; Planned the ramps for forty lorries | Receive goods and book them; Pick and pack orders; Keep the aisles safe | driving
electrical | Electrician; Electrical Technician; Installer | Wiring; Fault finding; Testing; PLC; Solar; Blueprints | Wired two schools from cellar to roof; Found faults in old lifts; Put solar panels on barns | Install and test circuits on site; Mend faults at our clients; Read plans and keep to the rules | warehouse`;

const parts = (text: string) => text.split(';').map((part) => part.trim());

export const professions: readonly Profession[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name, titles, skills, duties, tasks, near] = line.split('|').map((part) => part.trim());
    return {
      name: name!,
      titles: parts(titles!),
      skills: parts(skills!),
      duties: parts(duties!),
      tasks: parts(tasks!),
      near: parts(near!),
    };
  });
