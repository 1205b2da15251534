import type { Piece } from '#demo/draw/piece.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { drawBelt } from './belt.ts'
import { drawEyewear } from './eyewear.ts'
import { drawGloves } from './gloves.ts'
import { drawHat } from './hats.ts'
import { drawScarf } from './scarf.ts'
import { drawTie } from './tie.ts'
import { drawBackpack, drawCrossbody, drawShoulderBag } from './strap-bags.ts'
import { drawBucketBag, drawClutch, drawTopHandle, drawTote } from './hand-bags.ts'
import { drawJeans } from './jeans.ts'
import { drawLeggings, drawTrousers } from './trousers.ts'
import { drawShorts } from './shorts.ts'
import { drawSkirt } from './skirts.ts'
import { drawDress } from './dresses.ts'
import { drawBoots } from './boots.ts'
import { drawFlats, drawLoafers } from './low-shoes.ts'
import { drawSandals } from './sandals.ts'
import { drawHeels } from './heels.ts'
import { drawSneakers } from './sneakers.ts'
import { drawSocks, drawTights } from './legwear.ts'
import type { DrawGarment, Garment, GarmentType, Worn } from './garment.ts'
import { drawBracelet, drawWatch } from './wrist.ts'
import { drawEarrings } from './earrings.ts'
import { drawNecklace } from './necklace.ts'
import {
  drawBottle,
  drawCamera,
  drawHeadphones,
  drawPhone,
  drawUmbrella,
} from './everyday-objects.ts'
import { drawBlazer } from './blazer.ts'
import { drawCape } from './cape.ts'
import { drawCoat, drawTrench } from './coats.ts'
import { drawJacket } from './jacket.ts'
import { drawPuffer } from './puffer.ts'
import { drawBlouse, drawShirt } from './shirts.ts'
import { drawCardigan, drawSweater, drawTurtleneck } from './knitwear.ts'
import { drawHoodie } from './hoodie.ts'
import { drawTank, drawTee } from './tees.ts'
import { drawVest } from './vest.ts'

const DRAWINGS: Record<GarmentType, DrawGarment> = {
  tee: drawTee,
  tank: drawTank,
  shirt: drawShirt,
  blouse: drawBlouse,
  turtleneck: drawTurtleneck,
  sweater: drawSweater,
  cardigan: drawCardigan,
  hoodie: drawHoodie,
  vest: drawVest,
  trousers: drawTrousers,
  jeans: drawJeans,
  leggings: drawLeggings,
  shorts: drawShorts,
  skirt: drawSkirt,
  dress: drawDress,
  blazer: drawBlazer,
  coat: drawCoat,
  trench: drawTrench,
  jacket: drawJacket,
  puffer: drawPuffer,
  cape: drawCape,
  tights: drawTights,
  socks: drawSocks,
  sneakers: drawSneakers,
  boots: drawBoots,
  heels: drawHeels,
  loafers: drawLoafers,
  sandals: drawSandals,
  flats: drawFlats,
  tote: drawTote,
  shoulderBag: drawShoulderBag,
  clutch: drawClutch,
  backpack: drawBackpack,
  bucketBag: drawBucketBag,
  crossbody: drawCrossbody,
  topHandle: drawTopHandle,
  earrings: drawEarrings,
  necklace: drawNecklace,
  bracelet: drawBracelet,
  watch: drawWatch,
  hat: drawHat,
  sunglasses: (garment, figure) => drawEyewear(garment, figure, true),
  glasses: (garment, figure) => drawEyewear(garment, figure, false),
  scarf: drawScarf,
  belt: drawBelt,
  tie: drawTie,
  gloves: drawGloves,
  phone: drawPhone,
  umbrella: drawUmbrella,
  bottle: drawBottle,
  headphones: drawHeadphones,
  camera: drawCamera,
}

/** Draws a garment on a posed figure, or laid flat for the product picture. */
export const drawGarment = (garment: Garment, figure: Figure, worn: Worn): Piece[] =>
  DRAWINGS[garment.type](garment, figure, worn)
