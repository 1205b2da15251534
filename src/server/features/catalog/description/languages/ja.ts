/** Japanese: English words of the vocabulary, then what they are called. Text without spaces is cut at these. */
export const JAPANESE = `
long dress: ロングワンピース, ロングドレス, マキシワンピース
long skirt: ロングスカート
dress: ワンピース, ドレス
evening dress: イブニングドレス
wedding dress: ウェディングドレス
skirt: スカート
mini skirt: ミニスカート
pleated skirt: プリーツスカート
shirt: シャツ
blouse: ブラウス
t shirt: tシャツ, ティーシャツ
polo shirt: ポロシャツ
top: トップス
tank top: タンクトップ
sweater: セーター, ニット
turtleneck: タートルネック
cardigan: カーディガン
hoodie: パーカー, フーディー
sweatshirt: トレーナー, スウェット
vest: ベスト
trousers: パンツ, ズボン, スラックス
jeans: ジーンズ, デニムパンツ, ジーパン
shorts: ショートパンツ, 短パン
leggings: レギンス
jumpsuit: オールインワン
dungarees: オーバーオール
suit: スーツ
coat: コート
trench coat: トレンチコート
raincoat: レインコート
jacket: ジャケット, 上着
puffer jacket: ダウンジャケット
blazer: ブレザー
shoes: 靴, シューズ, くつ
sneakers: スニーカー
boots: ブーツ
ankle boots: ショートブーツ
rain boots: レインブーツ, 長靴
heels: ハイヒール, パンプス, ヒール
flats: フラットシューズ
sandals: サンダル
slippers: スリッパ
loafers: ローファー
bag: バッグ, カバン, 鞄, かばん
handbag: ハンドバッグ
shoulder bag: ショルダーバッグ
tote: トートバッグ
backpack: リュック, リュックサック
wallet: 財布
hat: 帽子, ハット
beanie: ニット帽
cap: キャップ
scarf: マフラー, スカーフ, ストール
gloves: 手袋
belt: ベルト
tie: ネクタイ
sunglasses: サングラス
glasses: メガネ, 眼鏡
watch: 腕時計, 時計
jewelry: ジュエリー, アクセサリー
earrings: ピアス, イヤリング
necklace: ネックレス
bracelet: ブレスレット
ring: 指輪, リング
socks: 靴下, ソックス
tights: タイツ, ストッキング
underwear: 下着
bra: ブラジャー
swimsuit: 水着
pajamas: パジャマ
umbrella: 傘
kimono: 着物
yukata: 浴衣
haori: 羽織
clothes: 服, 洋服
black: 黒, 黒い, ブラック, 黒色
white: 白, 白い, ホワイト, 白色
grey: グレー, 灰色
red: 赤, 赤い, レッド, 赤色
burgundy: ワインレッド
pink: ピンク, 桃色
blue: 青, 青い, ブルー, 青色
navy: 紺, ネイビー, 紺色
light blue: 水色
green: 緑, グリーン, 緑色
yellow: 黄色, 黄色い, イエロー
orange: オレンジ
brown: 茶色, ブラウン, 茶色い, 茶
beige: ベージュ
purple: 紫, パープル, 紫色
gold: 金, 金色, ゴールド
silver: 銀, 銀色, シルバー
striped: ストライプ, ボーダー, 縞
checked: チェック, チェック柄
floral: 花柄, フラワー
dotted: ドット, 水玉
leopard: ヒョウ柄
plain: 無地
leather: 革, レザー, 本革, 皮
faux leather: 合皮, フェイクレザー
suede: スエード
cotton: 綿, コットン
linen: 麻, リネン
silk: 絹, シルク
wool: ウール, 毛
cashmere: カシミヤ, カシミア
satin: サテン
velvet: ベルベット
corduroy: コーデュロイ
denim: デニム
lace: レース
polyester: ポリエステル
women: レディース, 女性, 婦人
men: メンズ, 男性, 紳士
girls: 女の子, ガールズ
boys: 男の子, ボーイズ
kids: キッズ, 子供, 子ども
baby: ベビー, 赤ちゃん
sleeveless: ノースリーブ, 袖なし
long sleeve: 長袖
short sleeve: 半袖
hood: フード
without heel: ヒールなし
long: ロング, 長い
short: ショート, 短い
new: 新品
used: 中古, 古着
size: サイズ
and: と
or less: 以下, 未満, まで
or more: 以上
yen: 円
euros: ユーロ
dollars: ドル
cheap: 安い
wedding: 結婚式
party: パーティー
office: オフィス, 仕事
winter: 冬, 冬用
summer: 夏, 夏用
autumn: 秋
beach: ビーチ, 海
funeral: 葬式, 喪服
rain: 雨
maternity: マタニティ
not before: 以外, 以外の, を除く, を除いた, なし, 無し, 抜き, じゃない, ではない, でない, いらない
the: の, を, な, が, に, は, フリー
on sale: セール, セール中, 値下げ, 割引
gift: ギフト, プレゼント, 贈り物
interview: 面接
funeral: お葬式
graduation: 卒業式, 入学式
birthday party: 誕生日
holiday: 旅行
`
