/** Spanish: English words of the vocabulary, then what they are called. `?`: only beside other Spanish words. */
export const SPANISH = `
long dress: vestido largo, vestidos largos
long skirt: falda larga
short dress: vestido corto
short skirt: falda corta
dress: vestido
evening dress: vestido de noche
party dress: vestido de fiesta
summer dress: vestido de verano
wedding dress: vestido de novia
skirt: falda, pollera?
mini skirt: minifalda
pleated skirt: falda plisada
denim skirt: falda vaquera
pencil skirt: falda lápiz, falda tubo, falda de tubo
shirt: camisa
blouse: blusa
t shirt: camiseta, playera, remera
tank top: camiseta de tirantes
camisole: top lencero
long sleeve top: camiseta de manga larga
top: top
polo shirt: polo
sweater: jersey, suéter, chompa, pulóver
turtleneck: cuello alto, cuello vuelto, cuello cisne, jersey de cuello alto, suéter de cuello alto
cardigan: cárdigan, rebeca, chaqueta de punto
hoodie: sudadera con capucha
sweatshirt: sudadera
vest: chaleco
trousers: pantalón, pantalones
jeans: vaqueros, tejanos, pantalón vaquero, pantalones vaqueros, pantalón de mezclilla, pantalones de mezclilla
denim shorts: shorts vaqueros, pantalón corto vaquero
wide leg trousers: pantalón ancho, pantalones anchos
leggings: mallas
shorts: pantalón corto, pantalones cortos, bermudas
sweatpants: pantalón de chándal
jumpsuit: mono?
dungarees: peto
suit: traje
coat: abrigo
fur coat: abrigo de pelo, abrigo de pieles
saree: sari, saris
raincoat: impermeable, chubasquero
trench coat: gabardina
jacket: chaqueta, cazadora, campera, chamarra
leather jacket: chaqueta de cuero, cazadora de piel
denim jacket: chaqueta vaquera, cazadora vaquera
puffer jacket: plumífero, chaqueta acolchada
blazer: americana
cape: capa, poncho
shoes: zapato, zapatos, calzado
sneakers: zapatilla, zapatillas, deportivas, tenis?
boots: bota, botas
ankle boots: botín, botines
rain boots: botas de agua
hiking boots: botas de montaña
heels: tacones, zapatos de tacón, zapato de tacón
flats: bailarinas, manoletinas, zapato plano, zapatos planos
sandals: sandalia, sandalias
loafers: mocasín, mocasines
slippers: pantuflas, zapatilla de casa
flip flops: chancla, chancleta, ojota
clogs: zueco, zuecos
espadrilles: alpargata, esparteñas
bag: bolso, bolsos, bolsa
handbag: bolso de mano
shoulder bag: bolso de hombro, bolso al hombro
crossbody bag: bandolera, bolso bandolera
backpack: mochila
wallet: cartera?, billetera, monedero, tarjetero
hat: sombrero
beanie: gorro
cap: gorra
scarf: bufanda, pañuelo
gloves: guante, guantes
belt: cinturón
tie: corbata
bow tie: pajarita
sunglasses: gafas de sol, lentes de sol, anteojos de sol
glasses: gafas, anteojos, lentes?
watch: reloj, relojes
jewelry: joya, joyas, joyería, bisutería
earrings: pendiente, pendientes, aretes
hoop earrings: aros
necklace: collar?, collares, gargantilla
bracelet: pulsera, brazalete
ring: anillo
socks: calcetín, calcetines
tights: medias
underwear: ropa interior, bragas, calzoncillos
bra: sujetador, sostén, brasier, corpiño
swimsuit: bañador, traje de baño
pajamas: pijama, camisón
bathrobe: albornoz
umbrella: paraguas
clothes: ropa
black: negro
white: blanco
grey: gris, grises
red: rojo
burgundy: granate, burdeos
pink: rosa, rosado
blue: azul, azules
navy: azul marino
light blue: celeste, azul claro
green: verde
olive: caqui
yellow: amarillo
orange: naranja, anaranjado
brown: marrón, marrones, café?, cafés?
beige: beis
purple: morado, violeta
lilac: lila, malva
gold: dorado, de oro
silver: plateado, plata, de plata
cream: crema
multicolour: multicolor
striped: rayas, de rayas, a rayas, rayado
checked: cuadros, de cuadros, a cuadros
floral: flores, de flores, floreado, estampado floral
dotted: lunares, de lunares
leopard: leopardo
plain: liso
pleated: plisado
leather: cuero, piel, de piel, de cuero
faux leather: polipiel, piel sintética
suede: ante?, de ante, gamuza
cotton: algodón
linen: lino
silk: seda
wool: lana
satin: satén
velvet: terciopelo
corduroy: pana
denim: vaquero, vaquera, tejano, mezclilla, de mezclilla
lace: encaje
knitted: de punto, tejido
straw: paja
women: mujer, mujeres, señora, dama
men: hombre, hombres, caballero
girls: niña
boys: niño
kids: niños, infantil
baby: bebé
sleeveless: sin mangas
sleeves: mangas
long sleeve: manga larga
short sleeve: manga corta
hood: capucha
heeled: con tacón, tacón, de tacón
without heel: sin tacón
flat: plano, sin tacones
long: largo
short: corto
new: nuevo
used: segunda mano, usado
size: talla, número?
without: sin
not: no?
except: excepto, menos?
with: con
and: y
or: o?
for: para
under: menos de, por menos de, hasta
over: más de, desde
between: entre
cheap: barato, económico
wedding: boda
wedding guest: invitada de boda, invitada a una boda
bridesmaid: dama de honor, damas de honor
christening guest: invitada de bautizo
first communion: primera comunión
interview: entrevista, entrevista de trabajo
evening: noche
party: fiesta
office: oficina
black tie event: de etiqueta
winter: invierno
summer: verano
autumn: otoño
beach: playa
funeral: funeral
hiking: senderismo
rain: lluvia
maternity: embarazo, embarazada, premamá, maternidad
the: diseño, el, la, los, las, un, una, unos, unas, de, del, en, busco, quiero, bonito
waterproof: resistente al agua, a prueba de agua
high waisted: tiro alto, cintura alta, talle alto
wide leg: pierna ancha, pata ancha
oversized: holgado, holgada
elegant: elegante
casual: informal, para diario
sport: deporte, deportivo, deportiva
running: para correr
gym: gimnasio
plus size: tallas grandes, talla grande
christmas: navidad
warm: abrigado, calentito
comfortable: cómodo, cómoda, cómodos
prom: graduación
skiing: esquí, esquiar
spring: primavera
school: escuela, colegio, escolar
playground: parque infantil
sensitive skin: piel sensible, piel atópica
airport: aeropuerto
cycling: ciclismo
turquoise: turquesa
tote: bolso shopper, bolso tote
high heels: tacones altos
on sale: rebajas, rebajado, rebajada, rebajados, rebajadas, en oferta, en rebajas, ofertas
gift: regalo, regalos
interview: entrevista, entrevista de trabajo
funeral: entierro
graduation: comunión, bautizo
birthday party: cumpleaños
holiday: vacaciones
`
