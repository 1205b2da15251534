/** Turkish: English words of the vocabulary, then what they are called. `?`: only beside other Turkish words. */
export const TURKISH = `
long dress: uzun elbise
long skirt: uzun etek
dress: elbise
evening dress: abiye, gece elbisesi, abiye elbise
summer dress: yazlık elbise
wedding dress: gelinlik
skirt: etek, etekler
mini skirt: mini etek
shirt: gömlek, gömleği
blouse: bluz
t shirt: tişört
polo shirt: polo yaka
tank top: atlet
sweater: kazak, süveter
turtleneck: balıkçı yaka
cardigan: hırka
hoodie: kapüşonlu
sweatshirt: sweatshirt
vest: yelek
trousers: pantolon
jeans: kot, kot pantolon, kot pantolonu
shorts: şort
sweatpants: eşofman, eşofman altı
leggings: tayt
jumpsuit: tulum
suit: takım elbise
coat: kaban, palto
raincoat: yağmurluk
trench coat: trençkot
jacket: ceket, mont
leather jacket: deri ceket, deri mont
denim jacket: kot ceket
puffer jacket: şişme mont
blazer: blazer ceket
shoes: ayakkabı, ayakkabısı
sneakers: spor ayakkabı, spor ayakkabısı
boots: çizme, bot?
ankle boots: bot
heels: topuklu, topuklu ayakkabı, stiletto
flats: babet
sandals: sandalet
slippers: terlik
bag: çanta, çantası
handbag: el çantası
backpack: sırt çantası
wallet: cüzdan
hat: şapka
beanie: bere
scarf: atkı, eşarp, şal
gloves: eldiven
belt: kemer
tie: kravat
sunglasses: güneş gözlüğü
glasses: gözlük
watch: saat, kol saati
jewelry: takı, mücevher
earrings: küpe
necklace: kolye
bracelet: bileklik, bilezik
ring: yüzük
socks: çorap
tights: külotlu çorap
underwear: iç çamaşırı
bra: sütyen
swimsuit: mayo
pajamas: pijama, gecelik
bathrobe: bornoz
umbrella: şemsiye
clothes: giyim, kıyafet
black: siyah
white: beyaz
grey: gri
red: kırmızı
burgundy: bordo
pink: pembe
blue: mavi
navy: lacivert
light blue: açık mavi
green: yeşil
yellow: sarı
orange: turuncu
brown: kahverengi
beige: bej
purple: mor
gold: altın
silver: gümüş
cream: krem
multicolour: renkli
striped: çizgili
checked: kareli, ekose
floral: çiçekli, çiçek desenli
dotted: puantiyeli
leopard: leopar
plain: düz, düz renk
leather: deri
faux leather: suni deri
suede: süet
cotton: pamuk, pamuklu
linen: keten
silk: ipek
wool: yün, yünlü
satin: saten
velvet: kadife
denim: kot kumaş
lace: dantel
knitted: örgü, triko
women: kadın, bayan
men: erkek, bay
girls: kız çocuk, kız
boys: erkek çocuk
kids: çocuk
baby: bebek
sleeveless: kolsuz
long sleeve: uzun kollu
short sleeve: kısa kollu
hood: kapüşon
without heel: topuksuz
long: uzun
short: kısa
new: yeni
used: ikinci el
size: beden, numara
and: ve
or: veya
for: için
cheap: ucuz
wedding: düğün
evening: gece
party: parti
office: ofis
winter: kışlık, kış
summer: yazlık, yaz
autumn: sonbahar
beach: plaj
rain: yağmur
maternity: hamile
not before: olmayan, olmasın, hariç, dışında, değil, istemiyorum
the: bir, bu, arıyorum, güzel
waterproof: su geçirmez
high waisted: yüksek bel
wide leg: bol paça
oversized: bol kesim
elegant: şık
casual: günlük
sport: spor?
running: koşu
gym: spor salonu
plus size: büyük beden
christmas: yılbaşı
warm: sıcak tutan, kalın
comfortable: rahat
prom: mezuniyet
skiing: kayak
spring: ilkbahar
school: okul
turquoise: turkuaz
olive: haki
crossbody bag: çapraz çanta
bow tie: papyon
high heels: yüksek topuklu
on sale: indirimli, indirimde, indirim
gift: hediye
interview: iş görüşmesi
birthday party: doğum günü
holiday: tatil
`
