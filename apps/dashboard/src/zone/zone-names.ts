/** Names that browsers may still call by what they were before; the tz database keeps both. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const earlier = Object.fromEntries(Object.entries(renamed).map(([old, name]) => [name, old]));

/** The name of today, such as `Asia/Kolkata` for `Asia/Calcutta`. */
export function currentName(zone: string): string {
  return renamed[zone] ?? zone;
}

/** A zone in words: `America/New York`. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** Whether a search finds a zone: each of its words is in the name of today or in an earlier one. */
export function matchesZone(zone: string, search: string): boolean {
  const names = plain(`${zone} ${earlier[zone] ?? ''}`);
  return plain(search)
    .split(' ')
    .every((word) => names.includes(word));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[_/\s-]+/g, ' ')
    .trim();
}
