import type CATEGORY_NAMES from './category-names.json'

/**
 * Colours and patterns, and frequent words that no category is called by, in languages whose kinds come from
 * category names alone. Adjectives are in the form of a feminine noun too where that is not regular.
 */
export const APPEARANCE_WORDS: Readonly<Partial<Record<keyof typeof CATEGORY_NAMES, string>>> = {
  ru: `
women: женский, женская, женское, женские
men: мужской, мужская, мужское, мужские
summer: летний, летняя, летнее
winter: зимний, зимняя, зимние
black: черный, черная, черное, черные
white: белый, белая, белое, белые
grey: серый, серая, серое, серые
beige: бежевый, бежевая, бежевое, бежевые
brown: коричневый, коричневая, коричневое, коричневые
red: красный, красная, красное, красные
burgundy: бордовый, бордовая, бордовое, бордовые
pink: розовый, розовая, розовое, розовые
orange: оранжевый, оранжевая, оранжевое, оранжевые
yellow: желтый, желтая, желтое, желтые
green: зеленый, зеленая, зеленое, зеленые
olive: хаки, оливковый
turquoise: бирюзовый, бирюзовая
light blue: голубой, голубая, голубое, голубые
blue: синий, синяя, синее, синие
purple: фиолетовый, фиолетовая, сиреневый
gold: золотой, золотистый
silver: серебряный, серебристый
multicolour: разноцветный, мультиколор
striped: в полоску, полосатый, полосатая
checked: в клетку, клетчатый, клетчатая
dotted: в горошек
floral: цветочный принт, в цветочек
leopard: леопардовый, леопардовая
watch: часы
underwear: белье, термобелье
glasses: очки
shoe: туфли, ботильоны
boot: ботильоны
beanie: шапка, шапки
trouser: штаны
cardigan: кардиган
shirt: сорочка
blouse: блуза
dress: сарафан
bag: сумочка
scarf: платок, палантин
leather: кожаный, кожаная, кожаное, кожаные, кожа, натуральная кожа
wool: шерстяной, шерсть, шерсти
cotton: хлопковый, хлопок, хлопка
silk: шелковый, шелк
linen: льняной, лен
denim: джинсовый
waterproof: непромокаемый, водонепроницаемый
evening: вечерний, вечернее
wedding: свадебный
long: длинный, длинное
short: короткий
cheap: дешевый, недорогой
girls: для девочек, для девочки
boys: для мальчиков, для мальчика
baby: для новорожденных, детский
`,
  cs: `
women: dámské, dámská, dámský
men: pánské, pánská, pánský
summer: letní
winter: zimní
black: černá, černý, černé
white: bílá, bílý, bílé
grey: šedá, šedý, šedé
beige: béžová, béžový
brown: hnědá, hnědý, hnědé
red: červená, červený, červené
burgundy: vínová
pink: růžová, růžový
orange: oranžová, oranžový
yellow: žlutá, žlutý
green: zelená, zelený, zelené
blue: modrá, modrý, modré
purple: fialová, fialový
gold: zlatá, zlatý
silver: stříbrná, stříbrný
striped: pruhovaný, pruhované
checked: kostkovaný, kostkovaná
floral: květinový, květovaný
dress: šaty
shoe: boty, lodičky
boot: kozačky
jacket: bunda
leather: kožená, kožený, kožené, kůže
wool: vlněný, vlněná, vlna
cotton: bavlněný, bavlna
silk: hedvábný, hedvábná
waterproof: nepromokavá, nepromokavý
long: dlouhé, dlouhá
`,
  'sk-SK': `
black: čierna, čierny, čierne
white: biela, biely, biele
grey: sivá, šedá
brown: hnedá, hnedý
red: červená, červený
pink: ružová, ružový
yellow: žltá, žltý
green: zelená, zelený
blue: modrá, modrý
purple: fialová
striped: pásikavý
checked: kockovaný
floral: kvetinový
dress: šaty
`,
  'ro-RO': `
black: negru, neagra, negre
white: alb, alba
grey: gri
brown: maro
red: rosu, rosie
pink: roz
yellow: galben, galbena
green: verde
blue: albastru, albastra
purple: mov
striped: dungi
checked: carouri
floral: floral, flori
women: dama, dame, femei
men: barbati, barbat
winter: iarna
summer: vara
leather: piele
wool: lana
cotton: bumbac
silk: matase
gold: auriu, aurie, aur
silver: argintiu, argint
long: lunga
`,
  hu: `
black: fekete
white: fehér
grey: szürke
beige: bézs
brown: barna
red: piros, vörös
pink: rózsaszín
yellow: sárga
green: zöld
blue: kék
purple: lila
striped: csíkos
checked: kockás
dotted: pöttyös
floral: virágos, virágmintás
women: női
men: férfi
girls: lány
boys: fiú
winter: téli
summer: nyári
leather: bőr
wool: gyapjú
cotton: pamut
silk: selyem
gold: arany
silver: ezüst
orange: narancssárga
burgundy: bordó
long: hosszú
short: rövid
`,
  sv: `
black: svart, svarta
white: vit, vita
grey: grå, gråa
brown: brun, bruna
red: röd, röda
pink: rosa
yellow: gul, gula
green: grön, gröna
blue: blå, blåa
purple: lila
striped: randig, randiga
checked: rutig, rutiga
dotted: prickig
floral: blommig, blommiga
women: dam, damer
men: herr, herrar
winter: vinter
summer: sommar
leather: läder, skinn
wool: ull
cotton: bomull
silk: siden
gold: guld
silver: silver
waterproof: vattentät
long: lång, långa
`,
  da: `
black: sort, sorte
white: hvid, hvide
grey: grå
brown: brun, brune
red: rød, røde
pink: lyserød
yellow: gul, gule
green: grøn, grønne
blue: blå
purple: lilla
striped: stribet, stribede
checked: ternet, ternede
floral: blomstret
women: dame, damer
men: herre, herrer
winter: vinter
summer: sommer
leather: læder
wool: uld
cotton: bomuld
silk: silke
gold: guld
silver: sølv
waterproof: vandtæt
long: lang?
`,
  'lt-LT': `
black: juoda, juodas, juodos
white: balta, baltas, baltos
grey: pilka, pilkas
brown: ruda, rudas
red: raudona, raudonas
pink: rožinė
yellow: geltona, geltonas
green: žalia, žalias
blue: mėlyna, mėlynas
striped: dryžuota
checked: languota
floral: gėlėta
women: moteriška, moterims
men: vyriška, vyrams
winter: žieminė
summer: vasarinė
leather: odinė, odos
wool: vilna, vilnonis
gold: auksinis, auksiniai
silver: sidabrinis, sidabriniai
`,
  el: `
black: μαύρο, μαύρη, μαύρα
white: λευκό, λευκή, άσπρο
grey: γκρι
beige: μπεζ
brown: καφέ
red: κόκκινο, κόκκινη
pink: ροζ
yellow: κίτρινο, κίτρινη
green: πράσινο, πράσινη
blue: μπλε
purple: μωβ
striped: ριγέ
checked: καρό
floral: φλοράλ
women: γυναικείο, γυναικεία, γυναικείες
men: ανδρικό, ανδρικά, ανδρικές
winter: χειμωνιάτικο
summer: καλοκαιρινό
leather: δερμάτινο, δερμάτινη, δερμάτινα
wool: μάλλινο
gold: χρυσό, χρυσά
silver: ασημένιο, ασημένια
`,
  nb: `
women: dame, damer, kvinner
men: herre, herrer
winter: vinter
summer: sommer
black: svart, sort
white: hvit, hvite
grey: grå
brown: brun, brune
red: rød, røde
pink: rosa
yellow: gul, gule
green: grønn, grønne
blue: blå
purple: lilla
leather: skinn, lær
wool: ull
cotton: bomull
gold: gull
silver: sølv
striped: stripete
checked: rutete
floral: blomstrete
`,
  fi: `
women: naisten, nainen
men: miesten
girls: tyttöjen
boys: poikien
winter: talvi
summer: kesä
black: musta, mustat
white: valkoinen, valkoiset
grey: harmaa, harmaat
brown: ruskea, ruskeat
beige: beige
red: punainen, punaiset
pink: pinkki, vaaleanpunainen
yellow: keltainen, keltaiset
green: vihreä, vihreät
blue: sininen, siniset
purple: violetti
leather: nahka, nahkainen
wool: villa, villainen
cotton: puuvilla
silk: silkki
gold: kulta, kultaiset
silver: hopea, hopeiset
striped: raidallinen
checked: ruudullinen
floral: kukallinen
`,
  'bg-BG': `
women: дамски, дамска, дамско, дамски
men: мъжки, мъжка, мъжко
winter: зимни, зимно, зимна
summer: летни, лятна, лятно
black: черен, черна, черно, черни
white: бял, бяла, бяло, бели
grey: сив, сива, сиво, сиви
brown: кафяв, кафява, кафяво, кафяви
red: червен, червена, червено, червени
pink: розов, розова, розово, розови
yellow: жълт, жълта, жълто, жълти
green: зелен, зелена, зелено, зелени
blue: син, синя, синьо, сини
purple: лилав, лилава, лилаво
leather: кожен, кожена, кожено, кожени
wool: вълнен, вълнена
gold: златен, златна, златни
silver: сребърен, сребърна, сребърни
`,
  'hr-HR': `
women: ženska, ženski, ženske, žensko
men: muška, muški, muške, muško
winter: zimska, zimski, zimske
summer: ljetna, ljetni, ljetne
black: crna, crni, crne, crno
white: bijela, bijeli, bijele, bijelo
grey: siva, sivi, sive
brown: smeđa, smeđi, smeđe
red: crvena, crveni, crvene, crveno
pink: ružičasta, roza
yellow: žuta, žuti, žute
green: zelena, zeleni, zelene
blue: plava, plavi, plave
purple: ljubičasta
leather: kožna, kožni, kožne
gold: zlatna, zlatne
silver: srebrna, srebrne
`,
  'sl-SI': `
women: ženska, ženske, ženski
men: moška, moški, moške
black: črna, črni, črne
white: bela, beli, bele
grey: siva, sive
brown: rjava, rjavi, rjave
red: rdeča, rdeči, rdeče
pink: roza
yellow: rumena, rumene
green: zelena, zelene
blue: modra, modri, modre
leather: usnjena, usnjeni, usnjene
`,
  ko: `
women: 여성, 여자, 여성용
men: 남성, 남자, 남성용
black: 검은, 검정, 검은색, 블랙
white: 흰, 하얀, 흰색, 화이트
grey: 회색, 그레이
beige: 베이지
brown: 갈색, 브라운
red: 빨간, 빨강, 빨간색, 레드
pink: 분홍, 분홍색, 핑크
yellow: 노란, 노란색, 옐로우
green: 초록, 초록색, 녹색, 그린
blue: 파란, 파란색, 블루
navy: 남색, 네이비
purple: 보라, 보라색
leather: 가죽
wool: 울
cotton: 면
silk: 실크
gold: 금, 골드
silver: 은, 실버
striped: 줄무늬, 스트라이프
checked: 체크
floral: 꽃무늬
dotted: 도트, 땡땡이
winter: 겨울
summer: 여름
dress: 원피스, 드레스
coat: 코트
jacket: 재킷, 자켓
trouser: 바지
jean: 청바지
skirt: 치마, 스커트
shirt: 셔츠
shoe: 신발, 구두
sneaker: 운동화, 스니커즈
boot: 부츠
bag: 가방
`,
  'zh-CN': `
women: 女, 女士, 女式, 女装
men: 男, 男士, 男式, 男装
black: 黑, 黑色
white: 白, 白色
grey: 灰色
beige: 米色
brown: 棕色, 褐色
red: 红, 红色, 紅色
pink: 粉色, 粉红色
yellow: 黄色, 黃色
green: 绿色, 綠色
blue: 蓝色, 藍色
navy: 藏青色
purple: 紫色
orange: 橙色
gold: 金色, 金
silver: 银色, 銀色, 银
leather: 皮, 真皮, 皮革
wool: 羊毛
cotton: 棉, 纯棉
silk: 丝绸, 真丝
linen: 亚麻
striped: 条纹, 條紋
checked: 格子
floral: 碎花, 花卉
dotted: 波点
winter: 冬季, 冬天
summer: 夏季, 夏天
long: 长
short: 短
dress: 连衣裙, 裙装
coat: 大衣
jacket: 夹克, 外套
trouser: 裤子, 长裤
jean: 牛仔裤
sneaker: 运动鞋
boot: 靴子
shoe: 鞋
bag: 包
earring: 耳环
`,
  vi: `
women: nữ
men: nam
black: đen, màu đen
white: trắng, màu trắng
red: đỏ, màu đỏ
blue: xanh dương, xanh lam
green: xanh lá
yellow: vàng
pink: hồng
brown: nâu
leather: da
`,
  'id-ID': `
women: wanita, perempuan
men: pria
black: hitam
white: putih
grey: abu abu
brown: coklat, cokelat
red: merah
blue: biru
green: hijau
yellow: kuning
pink: merah muda
leather: kulit
striped: garis
floral: bunga
`,
}
