import type { Piece } from '#demo/draw/piece.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { drawBelt, drawEyewear, drawGloves, drawHat, drawScarf, drawTie } from './accessories.ts'
import {
  drawBackpack,
  drawBucketBag,
  drawClutch,
  drawCrossbody,
  drawShoulderBag,
  drawTopHandle,
  drawTote,
} from './bags.ts'
import { drawJeans, drawLeggings, drawShorts, drawSkirt, drawTrousers } from './bottoms.ts'
import { drawDress } from './dresses.ts'
import {
  drawBoots,
  drawFlats,
  drawHeels,
  drawLoafers,
  drawSandals,
  drawSneakers,
  drawSocks,
  drawTights,
} from './footwear.ts'
import type { DrawGarment, Garment, GarmentType, Worn } from './garment.ts'
import { drawBracelet, drawEarrings, drawNecklace, drawWatch } from './jewelry.ts'
import { drawBottle, drawCamera, drawHeadphones, drawPhone, drawUmbrella } from './others.ts'
import { drawBlazer, drawCape, drawCoat, drawJacket, drawPuffer, drawTrench } from './outerwear.ts'
import {
  drawBlouse,
  drawCardigan,
  drawHoodie,
  drawShirt,
  drawSweater,
  drawTank,
  drawTee,
  drawTurtleneck,
  drawVest,
} from './tops.ts'

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

/** The one drawing of a garment, for a figure in a pose or laid out for its product picture. */
export const drawGarment = (garment: Garment, figure: Figure, worn: Worn): Piece[] =>
  DRAWINGS[garment.type](garment, figure, worn)
