/** Polish: English words of the vocabulary, then what they are called. `?`: only beside other Polish words. */
export const POLISH = `
long dress: długa sukienka, długie sukienki
long skirt: długa spódnica
short dress: krótka sukienka
dress: sukienka, suknia, sukienek
evening dress: suknia wieczorowa
cocktail dress: sukienka koktajlowa
summer dress: sukienka letnia
wedding dress: suknia ślubna
skirt: spódnica, spódniczka
mini skirt: spódniczka mini
pleated skirt: spódnica plisowana
shirt: koszula
blouse: bluzka
t shirt: koszulka, podkoszulek
polo shirt: koszulka polo
sweater: sweter, swetry
turtleneck: golf?
cardigan: kardigan
hoodie: bluza z kapturem
sweatshirt: bluza
vest: kamizelka
trousers: spodnie, spodni
jeans: dżinsy, jeansy
shorts: szorty, spodenki
leggings: legginsy
jumpsuit: kombinezon
dungarees: ogrodniczki
suit: garnitur, garsonka
coat: płaszcz, płaszcze
raincoat: płaszcz przeciwdeszczowy, kurtka przeciwdeszczowa
jacket: kurtka, kurtki
winter jacket: kurtka zimowa
leather jacket: kurtka skórzana, skórzana kurtka, ramoneska
denim jacket: kurtka dżinsowa
puffer jacket: kurtka puchowa
blazer: marynarka, żakiet
shoes: buty, butów, obuwie
sneakers: trampki, adidasy, buty sportowe
boots: kozaki, botki?
ankle boots: botki
rain boots: kalosze
hiking boots: buty trekkingowe
heels: szpilki, czółenka
flats: baleriny, balerinki
sandals: sandały
slippers: kapcie
loafers: mokasyny
dress shoes: półbuty
bag: torba, torby
handbag: torebka, torebki
backpack: plecak
wallet: portfel
hat: kapelusz
beanie: czapka
cap: czapka z daszkiem
scarf: szalik, szal, chusta
gloves: rękawiczki
belt: pasek, pas
tie: krawat
sunglasses: okulary przeciwsłoneczne
glasses: okulary
watch: zegarek
jewelry: biżuteria
earrings: kolczyki
necklace: naszyjnik
bracelet: bransoletka
ring: pierścionek
socks: skarpetki, skarpety
tights: rajstopy
underwear: bielizna
bra: biustonosz, stanik
swimsuit: strój kąpielowy, kostium kąpielowy
pajamas: piżama
bathrobe: szlafrok
umbrella: parasol
clothes: ubrania, ubranie, odzież
black: czarny
white: biały, biała, białe
grey: szary
red: czerwony
burgundy: bordowy
pink: różowy
blue: niebieski, niebieska, niebieskie
navy: granatowy
light blue: błękitny
green: zielony
yellow: żółty
orange: pomarańczowy
brown: brązowy
beige: beżowy
purple: fioletowy
gold: złoty, złota, złote, pozłacany
silver: srebrny
cream: kremowy
multicolour: kolorowy
striped: paski, w paski
checked: krata, w kratę, kratka
floral: kwiaty, w kwiaty, kwiatowy
dotted: groszki, w groszki, kropki
leopard: panterka
plain: gładki, gładka, jednolity
leather: skóra, skórzany, skórzana, ze skóry
faux leather: ekoskóra, ze skóry ekologicznej
suede: zamsz, zamszowy
cotton: bawełna, bawełniany
linen: len?, lniany
silk: jedwab, jedwabny
wool: wełna, wełniany
satin: satynowy, satyna
velvet: aksamit, aksamitny
corduroy: sztruks, sztruksowy
denim: dżins, jeansowy
lace: koronka, koronkowy
down: puch, puchowy
polyester: poliester
women: damski, damska, damskie, kobieta, kobiety
men: męski, męska, męskie, mężczyzna
girls: dziewczynka, dziewczęcy
boys: chłopiec, chłopięcy
kids: dziecko, dzieci, dziecięcy
baby: niemowlę
sleeveless: bez rękawów
sleeves: rękawy
long sleeve: długi rękaw, z długim rękawem
short sleeve: krótki rękaw, z krótkim rękawem
hood: kaptur
heeled: obcas, na obcasie
without heel: bez obcasa, płaski
long: długi, długa
short: krótki, krótka
new: nowy
used: używany
size: rozmiar
without: bez
not: nie
except: oprócz
with: z?
and: i?, oraz
or: lub
for: dla
under: poniżej, do?
over: powyżej, od?
between: między
cheap: tani
wedding: wesele, ślub
wedding guest: na wesele
evening: wieczór
party: impreza
office: biuro, do pracy
winter: zimowy, zima
summer: letni, lato
autumn: jesień
beach: plaża
funeral: pogrzeb
rain: deszcz
maternity: ciążowa, ciąża
the: na?, w?, szukam, ładna
waterproof: wodoodporny, nieprzemakalny
high waisted: wysoki stan, z wysokim stanem
wide leg: szerokie nogawki
oversized: luźny, luźna
elegant: elegancki, elegancka, eleganckie
casual: codzienny, codzienna
sport: sportowy, sportowa, sportowe
running: do biegania
gym: siłownia, na siłownię
plus size: duże rozmiary
christmas: święta
warm: ciepły, ciepła, ciepłe
comfortable: wygodny, wygodne
prom: studniówka, na studniówkę
skiing: na narty, narciarski, narciarska
spring: wiosna, wiosenny, wiosenna
school: szkoła, szkolny, do szkoły
turquoise: turkusowy, turkusowa
olive: oliwkowy, oliwkowa
tote: torba na zakupy
crossbody bag: torebka przez ramię, listonoszka
bow tie: muszka
on sale: wyprzedaż, przecena, przecenione, przeceniona, promocja
gift: prezent, prezenty
interview: rozmowa kwalifikacyjna
birthday party: urodziny
holiday: wakacje
`
