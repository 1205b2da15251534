/** Portuguese: English words of the vocabulary, then what they are called. `?`: only beside other Portuguese words. */
export const PORTUGUESE = `
long dress: vestido longo, vestidos longos
short dress: vestido curto
dress: vestido
evening dress: vestido de noite
party dress: vestido de festa
summer dress: vestido de verão
wedding dress: vestido de noiva
skirt: saia
mini skirt: minissaia, saia curta
long skirt: saia longa
pleated skirt: saia plissada
shirt: camisa
blouse: blusa
t shirt: camiseta, camisola?
tank top: regata
polo shirt: polo
sweater: suéter, camisola de malha, pulôver
turtleneck: gola alta
cardigan: casaco de malha
hoodie: moletom com capuz
sweatshirt: moletom, moleton
vest: colete
trousers: calça, calças
jeans: calça jeans, calças de ganga
leggings: legging
shorts: calção, calções, bermuda
jumpsuit: macacão
dungarees: jardineira
suit: terno, fato?
coat: casaco, sobretudo
raincoat: capa de chuva, impermeável
jacket: jaqueta
leather jacket: jaqueta de couro, casaco de couro
denim jacket: jaqueta jeans
puffer jacket: jaqueta puffer, blusão acolchoado
blazer: blazer
shoes: sapato, sapatos, calçado, calçados
sneakers: tênis, sapatilhas
boots: bota, botas
ankle boots: botim, botins
rain boots: galochas
heels: salto, salto alto, saltos altos, sapatos de salto
flats: sapatilha, rasteirinha
sandals: sandália, sandálias
slippers: chinelos, pantufas
loafers: mocassim
bag: bolsa, mala?
handbag: bolsa de mão
backpack: mochila
wallet: carteira
hat: chapéu
beanie: gorro
cap: boné
scarf: cachecol, lenço
gloves: luva, luvas
belt: cinto
tie: gravata
sunglasses: óculos de sol
glasses: óculos
watch: relógio
jewelry: joia, joias, jóia
earrings: brinco, brincos
hoop earrings: argolas
necklace: colar
bracelet: pulseira
ring: anel
socks: meia, meias
tights: meia calça
underwear: roupa íntima, calcinha, cueca
bra: sutiã
swimsuit: maiô, fato de banho
swim shorts: sunga
pajamas: pijama, camisola de dormir
bathrobe: roupão
umbrella: guarda chuva
clothes: roupa, roupas
black: preto, negro
white: branco
grey: cinza, cinzento
red: vermelho
burgundy: bordô, vinho
pink: rosa, cor de rosa
blue: azul, azuis
navy: azul marinho
light blue: azul claro
green: verde
yellow: amarelo
orange: laranja
brown: marrom, castanho
beige: bege
purple: roxo
gold: dourado, de ouro, ouro
silver: prateado, prata, de prata
multicolour: colorido
striped: listrado, listrada, listras, às riscas
checked: xadrez, quadriculado
floral: florido, flores, de flores, floral
dotted: poá, bolinhas
leopard: oncinha, leopardo
plain: liso
printed: estampado
leather: couro, de couro
faux leather: couro sintético, couro ecológico
suede: camurça
cotton: algodão
linen: linho
silk: seda
wool: lã
satin: cetim
velvet: veludo
corduroy: bombazine
denim: ganga
lace: renda
knitted: tricô
straw: palha
women: mulher, mulheres, feminino
men: homem, homens, masculino
girls: menina
boys: menino
kids: criança, crianças, infantil
baby: bebê, bebé
sleeveless: sem mangas, sem manga
sleeves: mangas
long sleeve: manga longa, manga comprida
short sleeve: manga curta
hood: capuz
without heel: sem salto
flat: raso
long: longo, comprido
short: curto
new: novo
used: usado, segunda mão
size: tamanho
without: sem
not: não
except: exceto, menos?
with: com
and: e?
or: ou
for: para
under: menos de, até
over: mais de, acima de
between: entre
cheap: barato
wedding: casamento
wedding guest: convidada de casamento, madrinha
evening: noite
party: festa
office: escritório, trabalho
winter: inverno
summer: verão
autumn: outono
beach: praia
funeral: funeral, velório
rain: chuva
maternity: gestante, grávida
the: o?, a?, os, as?, um, uma, de, do, da, em, procuro, quero, bonito
office shirt: camisa social, camisa de vestir
waterproof: à prova d'água, à prova de água
high waisted: cintura alta
wide leg: perna larga
oversized: larguinho
elegant: elegante
casual: casual, dia a dia
sport: esporte, esportivo, desporto
running: corrida
gym: academia, ginásio
plus size: tamanhos grandes
christmas: natal
warm: quente, quentinho
comfortable: confortável, confortáveis
prom: baile de formatura
skiing: esqui
spring: primavera
school: escola, escolar
turquoise: turquesa
olive: verde militar, verde oliva
tote: bolsa sacola
crossbody bag: bolsa transversal, bolsa a tiracolo
bow tie: gravata borboleta
on sale: saldos, em promoção, promoção, em saldo
gift: presente, presentes, prenda
interview: entrevista, entrevista de emprego
graduation: formatura, batizado
birthday party: aniversário
holiday: férias
`
