/**
 * Sample products and shoppers, written by hand. Brands are invented. A product line:
 *   id | category | price USD | audience | colours | materials | features | occasions | style | sizes | brand | text
 * A shopper line:
 *   id | categories | budget USD | audience | colours | materials | features | occasions | style | sizes | country | text
 * Lists are separated by spaces; an empty cell says nothing.
 */
export const productLines = `
linen-wrap-dress|dresses|89|women|green|linen||travel|casual|xs s m l xl|Tidewell|Wrap dress in washed linen, deep pockets, falls to the calf. The longer you wear it the softer it gets.
bias-cut-slip-dress|dresses|140|women|navy|silk||party wedding|elegant|36 38 40 42|Maison Orée|Bias-cut silk slip dress that moves when you do. Lined, with adjustable straps.
tiered-boho-maxi|dresses|74|women|multicolor|cotton|organic|beach|bohemian|s m l|Saffron & Salt|Tiered maxi dress, block printed by hand, made for bare feet and long evenings.
little-black-midi|dresses|110|women|black|viscose||work date|classic|34 36 38 40 42 44|Norrhavn|The black midi dress that goes from meeting to dinner with a change of shoes.
smocked-summer-dress|dresses|32|girls|yellow|cotton|machine_washable|everyday|playful||Pip & Plum|Smocked summer dress for girls, twirls well, washes at forty.
boxy-pocket-tee|tops|29|unisex|white grey navy|cotton|organic machine_washable|everyday|minimalist|xs s m l xl xxl|Plainfield|Boxy heavyweight T-shirt with one pocket. Keeps its collar after fifty washes.
oxford-button-down|tops|75|men|blue white|cotton||work|preppy|s m l xl|Harrow Lane|Oxford button-down shirt, soft collar, mother-of-pearl buttons.
silk-pussybow-blouse|tops|98|women|cream pink|silk||work|elegant|34 36 38 40 42|Maison Orée|Silk blouse with a bow that can be tied or left.
flannel-cabin-shirt|tops|64|men|red|cotton||everyday|rustic|s m l xl xxl|Cutbank|Brushed flannel shirt, thick enough to be a jacket in May.
linen-camp-shirt|tops|58|men|olive beige|linen|breathable|travel beach|casual|s m l xl|Tidewell|Short-sleeved linen camp shirt with coconut buttons.
graphic-skate-tee|tops|35|unisex|black|cotton|recycled||streetwear|s m l xl|Kerbside|Screen-printed skate T-shirt, loose fit, ink that cracks nicely with age.
lambswool-crew|knitwear|96|men|navy grey burgundy|wool||everyday|classic|s m l xl|Harrow Lane|Crew-neck sweater in Scottish lambswool, knitted in one piece.
cashmere-cardigan|knitwear|189|women|beige pink|cashmere|||luxurious|xs s m l|Fell & Fold|Light cashmere cardigan, three-ply, the sort one keeps for twenty years.
fisherman-rib|knitwear|120|unisex|cream|wool|windproof||rustic|s m l xl|Norrhavn|Fisherman's rib sweater in undyed wool that smells faintly of sheep and keeps out the wind.
oversized-hoodie|knitwear|69|unisex|black|cotton|organic|everyday|streetwear|s m l xl|Kerbside|Oversized hoodie, 450 gram fleece, double hood.
selvedge-straight-jeans|trousers|138|men|blue|denim|||classic|30 31 32 33 34 36|Cutbank|Straight jeans in Japanese selvedge denim, stiff at first, yours by summer.
highwaist-wide-jeans|trousers|79|women|blue black|denim|stretchy||modern|25 26 27 28 29 30 31|Norrhavn|High-waisted wide-leg jeans with a little stretch.
pleated-wool-trousers|trousers|145|women|grey|wool||work formal|elegant|34 36 38 40 42|Maison Orée|Pleated wool trousers with a drape that looks expensive.
ripstop-hiking-pants|trousers|92|men|olive grey|nylon|lightweight waterproof||sporty|s m l xl|Moraine|Ripstop hiking pants that turn into shorts and dry in an hour.
corduroy-easy-pants|trousers|66|unisex|brown green|cotton||everyday|vintage|s m l xl|Plainfield|Elastic-waist corduroy trousers, wide wale, deep pockets.
waxed-field-jacket|outerwear|210|men|olive|cotton|waterproof||classic|s m l xl|Harrow Lane|Waxed cotton field jacket with corduroy collar; re-wax once a year and it outlives you.
packable-rain-shell|outerwear|118|women|blue yellow|nylon|waterproof windproof lightweight foldable|travel||xs s m l|Moraine|Rain shell that packs into its own pocket and weighs less than a book.
wool-wrap-coat|outerwear|260|women|brown black|wool||work formal|elegant|34 36 38 40 42 44|Norrhavn|Long wrap coat in double-faced wool, no lining needed.
down-parka-arctic|outerwear|340|men|black navy|down|waterproof windproof insulated|||s m l xl xxl|Moraine|Down parka for real winters, hood with a wired brim.
kids-puddle-jacket|outerwear|44|kids|yellow red|polyester|waterproof recycled machine_washable|school|playful||Pip & Plum|Puddle jacket for kids with taped seams and reflective ducks.
biker-jacket-lamb|outerwear|295|women|black|leather||party|edgy|34 36 38 40|Kerbside|Cropped biker jacket in soft lamb leather with honest zips.
two-button-wool-suit|suits|480|men|navy|wool||wedding work formal|classic|46 48 50 52 54|Harrow Lane|Two-button suit in travel wool, half canvas, trousers with a little extra in the seams.
linen-wedding-suit|suits|390|men|beige|linen|breathable|wedding|casual|46 48 50 52 54|Tidewell|Unlined linen suit for weddings by the sea.
velvet-dinner-jacket|suits|310|men|burgundy|velvet||party formal|luxurious|46 48 50 52|Fell & Fold|Velvet dinner jacket that starts conversations.
merino-base-layer|sportswear|78|women|grey black|merino|breathable lightweight||sporty|xs s m l|Moraine|Merino base layer that can be worn four days in a row. We tried.
trail-running-shorts|sportswear|49|men|black blue|polyester|lightweight breathable recycled||sporty|s m l xl|Stride North|Trail shorts with a phone pocket that does not bounce.
seamless-yoga-set|sportswear|72|women|purple green|nylon|stretchy breathable||sporty|xs s m l xl|Salamba|Seamless leggings and top for yoga; stays put in a headstand.
lined-swim-trunks|swimwear|39|men|blue orange|polyester|recycled|beach|casual|s m l xl|Tidewell|Quick-dry swim trunks made from fishing nets.
halter-bikini|swimwear|54|women|red|nylon|recycled|beach|vintage|34 36 38 40 42|Lido Blue|Halter bikini with a 1950s cut and proper support.
uv-swim-suit-kids|swimwear|34|kids|turquoise|polyester|recycled|beach|playful||Pip & Plum|Long-sleeved sun-protection swimsuit for kids.
bamboo-lounge-set|underwear|68|women|pink grey|bamboo|breathable||casual|xs s m l xl|Hush Hour|Lounge set in bamboo jersey for Sundays that never leave the sofa.
merino-hiking-socks|underwear|24|unisex|grey green|merino|breathable|||s m l|Moraine|Three pairs of merino hiking socks, guaranteed against holes for life.
organic-boxer-trio|underwear|36|men|black navy grey|cotton|organic fair_trade|||s m l xl xxl|Plainfield|Three boxer briefs in organic cotton with a waistband that does not roll.
trail-boot-mid|shoes|165|women|brown|leather|waterproof||sporty|36 37 38 39 40 41|Moraine|Mid hiking boot in nubuck, waterproof, resoleable, ready on day one.
trail-boot-mid-men|shoes|169|men|brown|leather|waterproof||sporty|41 42 43 44 45 46|Moraine|Mid-height hiking boots for men with a grippy sole and room for toes.
cloud-road-runner|shoes|135|women|white pink|polyester|lightweight breathable||sporty|36 37 38 39 40 41|Stride North|Cushioned road running shoes for long slow Sundays.
tempo-road-runner|shoes|129|men|black orange|polyester|lightweight breathable||sporty|40 41 42 43 44 45 46|Stride North|Light running shoes for men who chase minutes.
court-classic-white|shoes|95|unisex|white|leather||everyday|minimalist|36 37 38 39 40 41 42 43 44 45|Plainfield|Plain white leather sneakers, no logo, repairable.
chelsea-boot-suede|shoes|150|men|brown|suede||work date|classic|40 41 42 43 44 45|Harrow Lane|Suede Chelsea boots on a crepe sole.
block-heel-sandal|shoes|88|women|gold|leather||wedding party|elegant|36 37 38 39 40 41|Maison Orée|Block-heel sandals for dancing until the band stops.
cork-footbed-sandal|shoes|70|unisex|black brown|cork|ergonomic|everyday|casual|36 37 38 39 40 41 42 43 44|Lido Blue|Two-strap sandals with a cork footbed that learns your feet.
kids-velcro-trainers|shoes|38|kids|blue|canvas|vegan|school|playful|28 29 30 31 32 33|Pip & Plum|Velcro trainers that even Mondays cannot slow down.
snow-boot-girls|shoes|52|girls|pink|nylon|waterproof insulated|school||28 29 30 31 32 33|Pip & Plum|Warm snow boots for girls, waterproof to the ankle.
vegan-oxford|shoes|118|women|black|vegan_leather|vegan|work|classic|36 37 38 39 40 41|Greenstep|Oxford shoes in vegan leather made from apple skins.
leather-laptop-tote|bags|175|women|brown black|leather||work|classic||Fell & Fold|Leather tote with a padded sleeve for a 14 inch laptop and a hook for keys.
rolltop-city-backpack|bags|110|unisex|black olive|polyester|waterproof recycled|work everyday|modern||Kerbside|Roll-top backpack for bikes and rain, fits a 16 inch laptop.
canvas-market-bag|bags|28|unisex|beige|canvas|organic|everyday|rustic||Plainfield|Canvas market bag that carries twelve kilos of pears.
evening-clutch-beaded|bags|64|women|gold silver|satin|handmade|party wedding|vintage||Saffron & Salt|Beaded evening clutch, 1920s pattern, sewn by hand in Jaipur.
school-backpack-fox|bags|48|girls|purple orange|polyester|lightweight recycled|school|playful||Pip & Plum|Light school backpack with a fox and a chest strap.
school-backpack-rocket|bags|48|boys|blue green|polyester|lightweight recycled|school|playful||Pip & Plum|Light school backpack with a rocket and a secret pocket.
cabin-trolley-shell|luggage|155||navy silver|plastic|lightweight|travel|modern||Wayfare|Cabin-size trolley with quiet wheels and a ten-year warranty.
weekender-waxed|luggage|130||olive brown|canvas|waterproof|travel|vintage||Harrow Lane|Waxed canvas weekender with a shoe compartment.
hoop-earrings-silver|jewelry|45|women|silver|silver|hypoallergenic|everyday|minimalist||Small Orbit|Hand-hammered hoops in sterling silver, nickel free.
signet-ring-recycled|jewelry|120|unisex|gold|gold|recycled personalized|anniversary|classic||Small Orbit|Signet ring in recycled 9 carat gold, engraved with your initials.
pearl-drop-necklace|jewelry|98|women|white|silver||wedding mothers_day|romantic||Small Orbit|One freshwater pearl on a fine silver chain.
cufflinks-compass|jewelry|58|men|silver|stainless_steel||wedding fathers_day|classic||Harrow Lane|Cufflinks with a tiny working compass.
field-watch-38|watches|185|unisex|black|stainless_steel|waterproof|everyday|vintage||Meridian|38 mm field watch, hand-wound, lume that lasts till morning.
thin-dress-watch|watches|240|men|silver|leather||work anniversary|elegant||Meridian|Thin dress watch with a Swiss quartz movement and a calfskin strap.
mesh-watch-rose|watches|130|women|gold|stainless_steel||birthday|minimalist||Small Orbit|Small watch with a mesh strap in rose gold.
merino-scarf-check|accessories|52|unisex|red green|merino|||classic||Fell & Fold|Checked merino scarf, woven in the Borders.
wool-beanie-dock|accessories|28|unisex|navy orange|wool||everyday|casual||Norrhavn|Ribbed dock-worker beanie in five colours.
panama-hat-folding|accessories|74|unisex|beige||foldable handmade|travel beach|classic||Tidewell|Woven Panama hat that folds for the suitcase.
bifold-wallet|accessories|49|men|brown|leather|handmade personalized|fathers_day birthday|classic||Fell & Fold|Bifold wallet from one piece of bridle leather; initials free.
round-sunglasses-70s|accessories|59|women|brown gold|metal||beach|vintage||Lido Blue|Round metal sunglasses straight from 1972, with modern lenses.
barrier-repair-cream|skincare|28|unisex|||fragrance_free hypoallergenic cruelty_free||||Dew Lab|Face cream with ceramides for skin that complains about everything.
vitamin-c-morning|skincare|36|women|||vegan cruelty_free||||Dew Lab|Vitamin C serum, fifteen per cent, in a bottle that keeps out light.
mineral-sunscreen-50|skincare|22|unisex|||vegan non_toxic|beach travel|||Lido Blue|Mineral sunscreen SPF 50 that does not leave a ghost.
beard-balm-cedar|haircare|19|men|||organic handmade|fathers_day|rustic||Cutbank|Beard balm with cedar and honey.
curl-shampoo-bar|haircare|14|unisex|||vegan cruelty_free non_toxic|travel|||Greenstep|Shampoo bar for curls, no parabens, sixty washes.
scalp-calm-shampoo|haircare|18|unisex|||fragrance_free hypoallergenic||||Dew Lab|Unscented shampoo for itchy scalps, without parabens.
velvet-lipstick-brick|makeup|21|women|red||vegan cruelty_free|date party|||Rouge Ordinaire|Velvet matt lipstick in a brick red that suits nearly everybody.
tubing-mascara|makeup|19|women|black||cruelty_free|everyday|||Rouge Ordinaire|Tubing mascara that comes off with warm water and not before.
fig-leaf-edp|fragrance|85|unisex|||vegan|date birthday|||Maison Orée|Eau de parfum of fig leaf, milk and wet stone.
cedar-smoke-cologne|fragrance|72|men|||||||Cutbank|Cologne of cedar, smoke and orange peel.
fold-phone-stand|phones|24||silver|aluminum|foldable adjustable|work travel|minimalist||Volt & Vane|Folding phone stand for kitchen and desk.
power-bank-20k|phones|49||black||rechargeable|travel|||Volt & Vane|Power bank, 20,000 mAh, charges a laptop once and a phone four times.
refurb-phone-a5|phones|219||black blue||recycled||||Second Signal|Refurbished smartphone with a new battery, two years' warranty.
ultralight-14-laptop|computers|1090||grey|aluminum|lightweight quiet|work travel|modern||Kestrel|14 inch laptop, 980 grams, sixteen hours, fanless.
gaming-laptop-16|computers|1390||black||||||Kestrel|16 inch gaming laptop with a fast screen and a keyboard that glows if you insist.
refurb-office-laptop|computers|389||black||recycled|work school|||Second Signal|Refurbished business laptop, new SSD, cleaned and tested.
low-profile-keyboard|computers|99||white||wireless quiet rechargeable|work|minimalist||Kestrel|Low mechanical keyboard that will not wake the baby.
studio-over-ear|audio|229|unisex|black||wireless noise_cancelling rechargeable|work travel|||Aria Nord|Over-ear headphones with noise cancelling that deletes trains.
sport-earbuds|audio|79|unisex|blue||wireless waterproof lightweight||sporty||Stride North|Earbuds that stay in on hills and survive the rain.
kitchen-radio-bt|audio|120||green cream|wood|wireless||vintage||Aria Nord|Bluetooth radio with a walnut case and one big knob.
entry-turntable|audio|249||black|wood|||vintage||Aria Nord|Belt-drive turntable for the first hundred records.
mirrorless-starter|cameras|649||black||lightweight|travel|||Oculo|Small mirrorless camera with a 35 mm lens for people who used to take pictures.
instant-camera-mint|cameras|89|kids|green|||birthday|playful||Oculo|Instant camera in mint, ten pictures included.
oled-55|tvs|1190||black||||||Kestrel|55 inch OLED TV with a picture that makes curtains necessary.
short-throw-projector|tvs|540||white||quiet||modern||Oculo|Short-throw projector: a two-metre picture from a shelf.
retro-handheld|gaming|99|unisex|orange||rechargeable|christmas birthday|vintage||Pixelwood|Handheld console with four thousand games from before you had to update them.
party-game-pads|gaming|59|kids|||wireless|christmas birthday|playful||Pixelwood|Four wireless controllers for living-room chaos.
gps-trail-watch|wearables|299|unisex|black||waterproof lightweight||sporty||Stride North|GPS watch with maps, barometer and two weeks of battery.
ring-sleep-tracker|wearables|249|unisex|silver||waterproof||minimalist||Small Orbit|Ring that tracks sleep and pulse and never lights up.
bulb-quartet|smart_home|48||white||energy_saving wireless||||Volt & Vane|Four smart bulbs that work without a cloud.
doorbell-cam|smart_home|139||black||wireless waterproof||||Volt & Vane|Video doorbell that keeps the video in your house.
oak-dining-six|furniture|940|||wood||housewarming|scandinavian||Norrhavn|Solid oak dining table for six, oiled, edges that hips forgive.
velvet-sofa-midcentury|furniture|1390||green|velvet|||vintage||Parlour|Three-seat sofa in bottle-green velvet on walnut legs, mid-century lines.
linen-sofabed|furniture|890||grey beige|linen|foldable||scandinavian||Parlour|Sofa bed in washable linen; guests stop complaining.
sit-stand-desk|furniture|460||white|wood|adjustable quiet|work|minimalist||Kestrel|Height-adjustable desk, two motors, white top, cable tray.
mesh-task-chair|furniture|320||black||ergonomic adjustable|work|modern||Kestrel|Office chair with lumbar support for people who forget to stand up.
kids-book-ladder|furniture|110|kids|white|wood|||playful||Pip & Plum|Low book shelf that shows covers, so that children choose.
paper-moon-pendant|lighting|59||white|paper|||scandinavian||Norrhavn|Rice-paper pendant lamp, 50 cm, soft as fog.
arc-floor-lamp|lighting|180||black|marble|||modern||Parlour|Arc floor lamp with a marble foot and a reach over the sofa.
solar-festoon|lighting|29||||energy_saving waterproof|party|playful||Volt & Vane|Ten metres of solar string lights for gardens and balconies.
enamel-dutch-oven|kitchen|129||red blue|metal|dishwasher_safe|housewarming wedding|classic||Hearth & Hob|Enamelled cast-iron pot, 5.3 litres, from stew to sourdough.
carbon-steel-pan|kitchen|64|||metal|||rustic||Hearth & Hob|Carbon steel frying pan, 28 cm, lighter than cast iron and as patient.
stoneware-mug-pair|kitchen|38||beige blue|ceramic|handmade dishwasher_safe|housewarming|rustic||Clay Quarter|Two stoneware mugs thrown by hand, no two alike.
insulated-bottle-750|kitchen|29||black green|stainless_steel|insulated non_toxic|travel work|minimalist||Moraine|Insulated bottle, 750 ml, keeps tea hot till the summit.
burr-hand-grinder|kitchen|79||silver|stainless_steel|quiet foldable|travel|modern||Hearth & Hob|Hand coffee grinder with steel burrs, from moka to filter.
chef-knife-21|kitchen|110|||stainless_steel|handmade|birthday|classic||Hearth & Hob|21 cm chef's knife, forged, sharp out of the box and easy to keep so.
linen-duvet-set|bedding|210||grey beige|linen|breathable||scandinavian||Hush Hour|Duvet cover and two pillowcases in stone-washed linen.
wool-duvet-allseason|bedding|180||white|wool|organic breathable||||Hush Hour|All-season wool duvet for people who fight about the window.
weighted-blanket-7|bedding|92||grey|bamboo|breathable||||Hush Hour|Weighted blanket, seven kilos, bamboo cover.
berber-rug-handwoven|decor|260||cream black|wool|handmade fair_trade||bohemian||Saffron & Salt|Berber rug, woven by a cooperative in the Atlas.
rattan-basket-trio|decor|46|||rattan|handmade fair_trade|housewarming|bohemian||Saffron & Salt|Three rattan baskets for plants, toys and secrets.
soy-candle-fig|decor|24||||vegan handmade|housewarming christmas|||Maison Orée|Hand-poured soy candle, fig and black tea, forty hours.
linocut-harbour-print|decor|55||blue|paper|handmade|housewarming|modern||Clay Quarter|Linocut print of a harbour at four in the morning, numbered.
espresso-duo|appliances|590||silver|stainless_steel|||modern||Hearth & Hob|Espresso machine with grinder that fits under a cupboard.
stick-vac-quiet|appliances|240||white||wireless rechargeable quiet lightweight||||Volt & Vane|Cordless stick vacuum, quiet enough for phone calls.
slow-juicer|appliances|160||red||quiet||||Hearth & Hob|Slow juicer that gets the last drop out of kale.
heat-pump-dryer|appliances|690||white||energy_saving quiet||||Volt & Vane|Heat-pump dryer that uses a third of the power.
cedar-raised-bed|garden|140|||wood|||rustic||Greenstep|Raised bed in cedar, no tools needed.
hand-forged-secateurs|garden|68|||metal|handmade|mothers_day fathers_day birthday|||Greenstep|Secateurs forged in Sheffield, for life.
balcony-herb-kit|garden|34|||||housewarming mothers_day|||Greenstep|Herb garden for a windowsill: six seeds, pots, peat-free soil.
charcoal-table-grill|garden|85||black|metal|foldable|party|||Hearth & Hob|Small charcoal grill for balconies with tolerant neighbours.
cork-yoga-mat|fitness|79|unisex||cork|vegan non_toxic||||Salamba|Yoga mat of cork and natural rubber; grips more when you sweat.
adjustable-dumbbells|fitness|249|unisex|black|metal|adjustable||||Stride North|Adjustable dumbbells, 2 to 24 kilos, the size of a shoe box.
door-pullup-bar|fitness|39|unisex|black|metal|adjustable||||Stride North|Pull-up bar for doorways without screws.
two-person-tent-ul|outdoor_gear|290||green|nylon|waterproof lightweight|travel|||Moraine|Two-person tent, 1.3 kilos, stands in gales.
down-sleeping-bag|outdoor_gear|230||blue|down|lightweight insulated|travel|||Moraine|Down sleeping bag to minus five.
trek-pack-50|outdoor_gear|190|women|olive|nylon|lightweight adjustable|travel|||Moraine|50 litre trekking backpack cut for women's shoulders.
folding-kayak|outdoor_gear|890||orange||foldable lightweight|travel|||Moraine|Kayak that folds into a bag and goes on the train.
commuter-city-bike|cycling|780|women|cream|metal||work everyday|vintage||Kettenwerk|City bike with hub gears, chain guard and a basket that holds a cat.
gravel-bike-alu|cycling|1350|men|grey|aluminum|lightweight||sporty||Kettenwerk|Gravel bike for commuting on weekdays and getting lost on Sundays.
helmet-urban-light|cycling|75|unisex|black white||lightweight adjustable|work|||Kettenwerk|Urban bike helmet with a light that blinks when you brake.
kids-balance-bike|cycling|89|kids|red|wood|adjustable|birthday|playful||Pip & Plum|Balance bike in birch, first wheels from two years.
wooden-train-harbour|toys|59|kids||wood|non_toxic|birthday christmas|classic||Hobbin|Wooden train set with a harbour, a crane and 42 pieces of track.
marble-run-tower|toys|48|kids||wood|||playful||Hobbin|Marble run that can be built a thousand ways and heard through walls.
space-puzzle-500|toys|22|kids|blue|paper||christmas|||Hobbin|500-piece puzzle of the solar system, planets in the right order.
crane-construction-kit|toys|72|boys|yellow|metal||birthday|||Hobbin|Metal construction kit: one crane, six machines, real bolts.
rag-doll-ida|toys|36|girls|pink|cotton|handmade organic|birthday|||Pip & Plum|Rag doll with a coat that really buttons.
merino-baby-onesie|baby|34|babies|cream|merino|organic machine_washable|baby_shower|minimalist||Little Fell|Baby onesie in washable merino, soft as breath.
muslin-swaddle-set|baby|28|babies|green beige|cotton|organic|baby_shower|scandinavian||Little Fell|Three muslin swaddles in colours that hide things.
fold-flat-stroller|baby|420|babies|black||foldable lightweight|travel|modern||Little Fell|Stroller that folds with one hand and fits in an overhead locker.
ring-sling-linen|baby|79|babies|grey|linen|breathable|baby_shower|||Little Fell|Linen ring sling for newborns and tired arms.
vegetable-cookbook|books|35|||||birthday mothers_day|||Margin Press|Cookbook: 120 vegetable dishes for weeknights, with no list longer than your arm.
night-trains-book|books|28|||||christmas birthday|||Margin Press|A history of night trains, with maps, menus and two murders.
picture-book-moon|books|17|kids||||birthday christmas|playful||Margin Press|Picture book about a mouse who moves the moon.
grain-free-salmon-kibble|pet_supplies|58||||||||Good Paws|Grain-free dog food with salmon, twelve kilos, for grown dogs.
felt-cat-cave|pet_supplies|49||grey|wool|handmade||scandinavian||Good Paws|Cat cave felted from one piece of wool; yes, they use it.
reflective-dog-harness|pet_supplies|32||red orange|nylon|adjustable waterproof|||s m l|Good Paws|Dog harness for night walks, padded, with a handle.
oak-scratch-post|pet_supplies|95|||wood|||modern||Good Paws|Scratching post in oak and sisal that looks like furniture.
single-origin-beans|food_drink|18||||organic fair_trade||||Copper Kettle|Single-origin coffee beans from Huila: plum, cocoa, roasted on Tuesday.
first-flush-darjeeling|food_drink|22||||organic fair_trade|mothers_day|||Copper Kettle|First-flush Darjeeling, loose leaf, for afternoons.
bean-to-bar-trio|food_drink|27||||vegan fair_trade|christmas valentines|||Copper Kettle|Three bars of dark chocolate from three islands.
highland-single-malt|food_drink|64|||||fathers_day birthday christmas|||Glen Orra|Single malt whisky, twelve years, smoke on the way out.
gluten-free-snack-box|food_drink|26||||gluten_free vegan||||Copper Kettle|Box of twenty gluten-free, vegan snacks for desks and trains.
sonic-toothbrush|health|69|unisex|white||rechargeable quiet|travel|||Dew Lab|Sonic toothbrush with a travel case and three weeks of battery.
massage-gun-mini|health|89|unisex|black||rechargeable lightweight quiet||sporty||Stride North|Massage gun the size of a can for legs after hills.
fountain-pen-brass|stationery|58|||metal|personalized|graduation birthday|classic||Inkhorn|Brass fountain pen that grows a patina; name engraved.
dotted-notebook-a5|stationery|19||navy|paper|recycled|work school|minimalist||Inkhorn|Dotted notebook, A5, paper that takes ink without bleeding.
watercolour-travel-set|stationery|42||||foldable|travel birthday|||Inkhorn|Watercolours for the coat pocket, twelve pans and a brush.
drill-18v-set|tools|179||green||wireless rechargeable|housewarming|||Torque|Cordless drill, 18 volts, two batteries and every bit that you will need.
multitool-17|tools|62||silver|stainless_steel|foldable|fathers_day birthday travel|||Torque|Multitool with seventeen functions, of which you will use four, often.
starter-acoustic|musical_instruments|149|||wood||birthday|||Larkspur|Acoustic guitar for beginners, spruce top, low action, gig bag.
strat-style-electric|musical_instruments|279||red|wood|||vintage||Larkspur|Electric guitar with three pickups and a neck that forgives.
weighted-stage-piano|musical_instruments|690||black||quiet||||Larkspur|Digital piano with 88 weighted keys and a headphone socket for peace.
dashcam-duo|car_accessories|119||black||||||Volt & Vane|Dash cam for front and rear that starts with the engine.
`;

export const shopperLines = `
amara-london|shoes|180|women|brown|leather|waterproof|||39|gb|I need waterproof hiking boots for a week in the Lakes. I walk a lot, I hate blisters, and I like leather that ages.
ben-brooklyn|shoes|140|men|black||lightweight|||44|us|Training for a half marathon. I want light running shoes, nothing that looks like a spaceship.
clara-lisbon|dresses|120|women||||wedding|bohemian|m|pt|A friend marries on the beach in June. I'd like a long dress, a bit boho, that I can wear again.
dev-toronto|computers|1200||||lightweight quiet|work travel|modern||ca|Looking for a light laptop for trains and cafés. Silence and battery matter more than power.
elena-madrid|furniture lighting|900||grey beige|linen wood|||scandinavian||es|Furnishing my first flat: a sofa bed and a warm lamp. Calm colours, wood, linen, nothing shiny.
farid-berlin|audio|250||||noise_cancelling wireless|work travel|||de|I sit in an open office and take the train. I need headphones that delete people.
grace-dublin|jewelry|60|women|silver|silver|hypoallergenic|everyday|minimalist||ie|Small silver earrings for sensitive ears. I never take them off, so simple please.
hiro-osaka|kitchen|150||||||minimalist||jp|I am serious about coffee at home. A good hand grinder, quiet, for early mornings.
imani-atlanta|skincare|40|women|||fragrance_free hypoallergenic||||us|My skin is sensitive and hates perfume. I want a face cream that just calms things down.
jonas-hamburg|outerwear|250|men|olive navy||waterproof windproof||classic|l|de|A jacket for wind and drizzle that I can also wear in town. I like things that last and can be repaired.
katya-warsaw|toys|70|boys||wood||birthday|||pl|My son turns four and is in love with trains. Something wooden that does not beep.
liam-sydney|swimwear|60|men|blue|||beach|casual|l|au|I live in swim trunks from November to March. Recycled would be nice.
mei-singapore|baby|450|babies|||foldable lightweight|travel|||sg|We fly a lot with our baby. We need a stroller that fits into the cabin.
nora-oslo|outdoor_gear|320||||waterproof lightweight|travel|||no|Two of us, two weeks in Lofoten. A tent that is light and does not mind storms.
oscar-stockholm|cycling|1400|men|||lightweight||sporty||se|I commute 18 km and like gravel on weekends. One bike for both.
priya-mumbai|stationery|60||||personalized|graduation|classic||in|A present for my brother's graduation: a fountain pen with his name.
quentin-paris|fragrance|90|men||||date|||fr|I want one scent for the year, woody, smoky, not sweet.
rosa-mexico|decor|280||||handmade fair_trade||bohemian||mx|I love things made by hand. A wool rug for the living room, natural colours.
sofie-copenhagen|lighting furniture|200||white||||scandinavian||dk|A paper lamp over the dining table, soft light, nothing heavy.
theo-athens|food_drink|30||||organic||||gr|I drink filter coffee all day. Fresh beans, fair, fruity rather than dark.
uma-portland|bags|120|unisex|black|vegan_leather|waterproof recycled|work|||us|Biking to work in rain: a backpack that keeps the laptop dry. No leather please.
viktor-vienna|suits|500|men|navy|wool||wedding|classic|50|at|My brother marries and I am best man. A navy suit that I can wear to work afterwards.
wendy-auckland|garden|90||||handmade|mothers_day|||nz|For my mother, who loves her roses more than us. A tool that lasts for ever.
xavier-barcelona|musical_instruments|300||||||vintage||es|I played in a band at school and want to begin again. A simple electric guitar.
yara-amsterdam|bedding|220||grey|linen|breathable||scandinavian||nl|I sleep hot. Linen bedding in a quiet grey.
zoe-chicago|knitwear|200|women|pink beige|cashmere||birthday|luxurious|m|us|Turning forty and buying myself one good cardigan. Cashmere, soft colour.
adam-manchester|tools|200||||wireless rechargeable|housewarming|||gb|First house, nothing straight. I need a drill that can do it all.
bianca-milan|shoes|110|women|gold|||wedding party|elegant|38|it|Sandals for three weddings this summer. I dance, so the heel has to be kind.
cem-istanbul|watches|250|men|||waterproof|everyday|vintage||tr|A watch like my grandfather's: small, hand-wound, honest.
dana-telaviv|fitness|90|women|||vegan non_toxic||||il|I teach yoga and sweat. A mat that grips and was never plastic.
emil-prague|gaming|110|||||christmas|vintage||cz|Something for rainy evenings: old games, the ones from my childhood.
fatima-dubai|makeup|30|women|red||cruelty_free vegan|date|||ae|A red lipstick that stays through dinner. Not tested on animals.
george-edinburgh|accessories|60|men||merino||fathers_day|classic||gb|My father is always cold and never says so. A scarf in a proper check.
hanna-helsinki|wearables|320|women|||waterproof||sporty||fi|I run in the forest and get lost. A watch with maps and a long battery.
ivan-boston|books|40|||||birthday|||us|My uncle loves trains, maps and murder stories, in this order.
jade-melbourne|pet_supplies|110||||||modern||au|My cat destroys everything. A scratching post that does not look like one.
kofi-accra|phones|230||||recycled||||za|I want a refurbished phone with a fresh battery rather than a new one.
lucia-buenosaires|trousers|90|women|blue|denim|stretchy||modern|28|br|High-waisted jeans, wide leg, with a little stretch. I am 1.70.
marek-gdansk|appliances|260||||quiet wireless||||pl|Small flat, thin walls, two cats: a quiet cordless vacuum.
nina-zurich|luggage|170||||lightweight|travel|||ch|I travel with hand luggage only. A cabin trolley with quiet wheels.
olu-houston|tops|80|men|blue|cotton||work|preppy|l|us|I need office shirts that do not look like a uniform. Oxford cotton, soft collar.
paula-lyon|kitchen|130||red|metal||wedding|classic||fr|A wedding present for two people who cook every day. Something for decades.
ravi-bangalore|audio|130||||wireless||vintage||in|A radio for the kitchen, warm sound, one knob, no app.
sara-lisbon|baby|50|babies|||organic|baby_shower|||pt|My sister has her first baby. Soft things, organic, not pink and not blue.
tom-bristol|underwear|40|men||cotton|organic fair_trade|||xl|gb|Boxers that do not roll. Organic and fairly made, please.
ulla-munich|outerwear|280|women|brown|wool||work|elegant|40|de|A long wool coat for ten winters. Camel or brown, no logos.
vera-rome|haircare|25|women|||vegan non_toxic|travel|||it|I have curls and a small suitcase. A shampoo bar without parabens.
will-vancouver|outdoor_gear|1000||||foldable|travel|||ca|I live in a small flat near the water. A boat that fits in a closet.
xin-newyork|furniture|400||black||ergonomic adjustable|work|||us|My back hurts. An office chair with lumbar support, no gaming looks.
yusuf-london|trousers|150|men|blue|denim|||classic|32|gb|Raw denim, straight cut, W32. I want to break them in myself.
zara-cape-town|jewelry|110|women|||||romantic||za|My best friend gets married and I am looking for something delicate with a pearl.
aiko-seoul|cameras|100||green||||playful||kr|An instant camera for our trip. Mint, please, and cute.
bruno-rio|sportswear|60|men|||breathable lightweight||sporty|m|br|Shorts for trail runs in the heat, with a place for the phone.
chloe-bordeaux|bags|190|women|brown|leather||work|classic||fr|One bag for the laptop, lunch and half my life. Leather, no glitter.
dmitri-riga|food_drink|80|||||birthday|||eu|A present for my father-in-law, who knows whisky. Smoky but not brutal.
esther-tel-aviv|toys|50|girls|||organic handmade|birthday|||il|My niece turns three. A doll with clothes that she can take off and on.
felix-graz|garden|150|||wood|||rustic||at|I want to grow tomatoes on a terrace. A raised bed without drilling.
gita-leicester|dresses|150|women|navy|silk||party|elegant|40|gb|Evening dress for the company party. Dark blue, simple cut, good fabric.
henrik-aarhus|knitwear|130|men||wool|||rustic|l|dk|A heavy wool sweater for the boat.
ines-porto|decor|60||||handmade|housewarming|||pt|Friends moved into a new flat. Something made by hand for the wall or the table.
jack-galway|shoes|170|men|brown|leather|waterproof|||45|ie|Boots for wet hills. Leather, resoleable, with a wide toe box.
`;
