/** Word lists of titles, companies, nationalities and places, and of capitalised words that are not names. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const HONORIFICS = words(
  'Mr Mrs Ms Miss Mx Dr Prof Professor Sir Madam Dame Lord Lady Herr Frau Mme Mlle Monsieur Madame Sr Sra Srta Señor Señora Sig Signor Signora Rev Father Sister Capt Captain Sgt Sergeant Lt Col Gen',
)

export const COMPANY_WORDS = words(
  'Inc Incorporated Ltd Limited LLC LLP LP Corp Corporation Company Co GmbH AG SE SA SARL SpA BV NV AB AS ASA Oy PLC Plc Group Holdings Technologies Technology Solutions Associates Partners Systems Industries Enterprises Bank University Institute Foundation Insurance Consulting Investments Bioscience Pharmaceuticals Logistics Labs Software Networks Communications Orchestra',
)

export const NATIONALITIES = words(
  'Afghan Albanian Algerian American Angolan Argentine Argentinian Armenian Australian Austrian Azerbaijani Bahraini Bangladeshi Belarusian Belgian Bolivian Bosnian Brazilian British Bulgarian Burmese Cambodian Cameroonian Canadian Chilean Chinese Colombian Congolese Croatian Cuban Cypriot Czech Danish Dutch Ecuadorian Egyptian English Estonian Ethiopian Filipino Finnish French Georgian German Ghanaian Greek Greenlander Guatemalan Haitian Honduran Hungarian Icelandic Indian Indonesian Iranian Iraqi Irish Israeli Italian Jamaican Japanese Jordanian Kazakh Kenyan Korean Kuwaiti Kyrgyz Laotian Latvian Lebanese Liberian Libyan Lithuanian Macedonian Malaysian Maltese Mexican Moldovan Mongolian Moroccan Namibian Nepalese Nicaraguan Nigerian Norwegian Omani Pakistani Palestinian Panamanian Paraguayan Peruvian Polish Portuguese Qatari Romanian Russian Rwandan Saudi Scottish Senegalese Serbian Singaporean Slovak Slovenian Somali Spanish Sudanese Swedish Swiss Syrian Taiwanese Tanzanian Thai Tunisian Turkish Ugandan Ukrainian Uruguayan Uzbek Venezuelan Vietnamese Welsh Yemeni Zambian Zimbabwean Americans Germans Russians Italians Canadians Indians Mexicans Brazilians Jewish Muslim Muslims Christian Christians Hindu Hindus Buddhist Buddhists Sikh Catholic Catholics Protestant Shia Sunni Republican Republicans Democrat Democrats',
)

/** Words that are capitalised but begin no name: first words of sentences, months and others. */
export const NOT_NAMES = words(`
  I A An The This That These Those It He She We You They My Your His Her Our Their Its In On At To From For With By Of And Or But
  If When Where What Who Why How Which While Because As Is Are Was Were Be Been Do Does Did Has Have Had Can Could Will Would
  Should May Might Must Not No Yes Please Thanks Thank Hello Hi Hey Dear Let Here There Then Now Also After Before Since Until
  January February March April June July August September October November December
  Monday Tuesday Wednesday Thursday Friday Saturday Sunday
  Street Avenue Road Lane Drive Boulevard Court Square Apt Suite Unit Box APO FPO DPO PSC
  Phone Email Mail Address Name Date Time Website Info Personal Fax Mobile Desk Office Answer Question Note Example
  Bible God Internet English Chapter Section Table Figure Act Title Civil Rights Just Maybe Some Any All One Two
`)

const CITIES = words(`
  London Paris Berlin Madrid Rome Vienna Amsterdam Brussels Copenhagen Stockholm Oslo Helsinki Dublin Lisbon Athens Warsaw Prague
  Budapest Bucharest Sofia Belgrade Zagreb Moscow Kyiv Kiev Istanbul Ankara Munich Hamburg Frankfurt Cologne Stuttgart Zurich
  Geneva Basel Milan Naples Turin Florence Venice Barcelona Valencia Seville Lyon Marseille Manchester Birmingham Liverpool Leeds
  Glasgow Edinburgh Cardiff Belfast Bristol Chicago Houston Dallas Austin Boston Seattle Denver Miami Atlanta Philadelphia Phoenix
  Detroit Portland Nashville Baltimore Milwaukee Minneapolis Cleveland Pittsburgh Toronto Montreal Vancouver Ottawa Calgary Quebec
  Sydney Melbourne Brisbane Perth Adelaide Auckland Wellington Tokyo Osaka Kyoto Seoul Busan Beijing Shanghai Shenzhen Guangzhou
  Taipei Singapore Bangkok Jakarta Manila Hanoi Mumbai Delhi Bangalore Chennai Kolkata Hyderabad Karachi Lahore Dhaka Dubai Doha
  Riyadh Tehran Baghdad Cairo Nairobi Lagos Accra Johannesburg Pretoria Durban Casablanca Tunis Algiers Lima Bogotá Santiago Caracas
  Quito Montevideo Havana
`)

const LONGER_PLACES = [
  'New York',
  'New York City',
  'Los Angeles',
  'San Francisco',
  'San Diego',
  'San Jose',
  'Las Vegas',
  'Salt Lake City',
  'New Orleans',
  'Washington DC',
  'Mexico City',
  'Buenos Aires',
  'São Paulo',
  'Sao Paulo',
  'Rio de Janeiro',
  'Cape Town',
  'Hong Kong',
  'Tel Aviv',
  'Abu Dhabi',
  'New Delhi',
  'Kuala Lumpur',
  'Ho Chi Minh City',
  'Saint Petersburg',
  'The Hague',
  'Great Britain',
  'England',
  'Scotland',
  'Wales',
  'Northern Ireland',
  'Czech Republic',
  'Turkey',
  'Russia',
  'USA',
  'UK',
  'UAE',
  'EU',
  'Alabama',
  'Alaska',
  'Arizona',
  'Arkansas',
  'California',
  'Colorado',
  'Connecticut',
  'Delaware',
  'Florida',
  'Hawaii',
  'Idaho',
  'Illinois',
  'Indiana',
  'Iowa',
  'Kansas',
  'Kentucky',
  'Louisiana',
  'Maine',
  'Maryland',
  'Massachusetts',
  'Michigan',
  'Minnesota',
  'Mississippi',
  'Missouri',
  'Montana',
  'Nebraska',
  'Nevada',
  'New Hampshire',
  'New Jersey',
  'New Mexico',
  'North Carolina',
  'North Dakota',
  'Ohio',
  'Oklahoma',
  'Oregon',
  'Pennsylvania',
  'Rhode Island',
  'South Carolina',
  'South Dakota',
  'Tennessee',
  'Texas',
  'Utah',
  'Vermont',
  'Virginia',
  'West Virginia',
  'Wisconsin',
  'Wyoming',
  'Ontario',
  'British Columbia',
  'Bavaria',
  'Catalonia',
  'Andalusia',
  'Tuscany',
]

let places: ReadonlySet<string> | null = null

/** Countries come from the runtime's own list of regions. */
function allPlaces(): ReadonlySet<string> {
  places ??= new Set([...CITIES, ...LONGER_PLACES, ...countries()])
  return places
}

export function isCountryOrCity(name: string): boolean {
  return allPlaces().has(name)
}

export function firstWordsOfPlaces(): readonly string[] {
  return [...allPlaces()].map((name) => name.split(' ', 1)[0] as string)
}

function countries(): readonly string[] {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const names: string[] = []
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const code = String.fromCharCode(first, second)
      const name = ['ZZ', 'XA', 'XB', 'QO', 'EZ', 'UN'].includes(code) ? undefined : english.of(code)
      if (name !== undefined && name !== code) names.push(name)
    }
  return names
}
