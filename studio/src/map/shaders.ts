// The programs on the graphics card. Every array of the server is an attribute as it came;
// which colour, size and shade a row has follows from them here, so that no point is touched by the CPU.

/** Half the width of a marker's tile, in radii of the marker: room for the ring of check rows. */
export const REACH = 2.2;

export const ATTRIBUTES = [
  'fromX',
  'fromY',
  'toX',
  'toY',
  'predicted',
  'sure',
  'label',
  'mark',
  'value',
] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
in float fromX, fromY, toX, toY;
in uint predicted, sure, label, mark, value;

uniform vec2 centre, scale;   // map to clip coordinates
uniform float t;              // 0: last map, 1: this one
uniform float radius;         // of an unlabeled row, in device pixels
uniform float frontRadius;    // of a labeled one
uniform float density;        // how opaque unlabeled rows are at most
uniform bool front;           // the labeled and check rows, drawn over the others
uniform uint only;            // the class shown alone, or NONE
uniform uint needed;          // bits of mark without which a row steps back
uniform vec3 colors[20];
uniform vec3 neutral;
uniform uint by;               // what colours mean: 0 classes, 1 sureness, 2 a column
uniform vec3 heat[9];

flat out vec3 color;
flat out float opacity, reach, size, rings, hollow;
flat out uint shape;

const uint NONE = 65535u;

vec3 heated(float share) {
  float place = clamp(share, 0.0, 1.0) * 8.0;
  int below = min(int(place), 7);
  return mix(heat[below], heat[below + 1], place - float(below));
}

void main() {
  bool labeled = label != NONE, check = (mark & 17u) != 0u, skipped = (mark & 2u) != 0u;
  bool raised = labeled || check;
  gl_Position = vec4((mix(vec2(fromX, fromY), vec2(toX, toY), t) - centre) * scale, 0.0, 1.0);
  if (raised != front) gl_Position.z = 2.0; // outside: drawn in the other pass

  // A check row does not show what the model says before it is labeled.
  uint shown = labeled ? label : check ? NONE : predicted;
  float sureness = labeled ? 1.0 : float(sure) / 255.0;
  bool classed = shown != NONE;
  color = classed ? mix(neutral, colors[shown % 20u], 0.2 + 0.8 * sureness) : neutral;
  shape = classed ? (shown + shown / 20u) % 8u : 0u;
  opacity = front ? 1.0 : density * (classed ? 0.4 + 0.6 * sureness : 0.75);
  hollow = check && !labeled ? 1.0 : 0.0;
  rings = check ? 1.0 : 0.0;

  if (by == 1u) {
    color = classed ? heated(sureness) : neutral;
    if (!front && classed) opacity = density;
  } else if (by == 2u) {
    color = value == 255u ? neutral : heated(float(value) / 254.0);
    if (!front) opacity = density;
  }

  if (skipped && !labeled) opacity *= 0.3;
  if (only != NONE && shown != only) opacity *= 0.08;
  if (needed != 0u && (mark & needed) == 0u) opacity *= 0.12;
  bool wanted = needed != 0u && (mark & needed) != 0u;

  size = front ? frontRadius : radius * (wanted ? 1.25 : 1.0);
  if (wanted) opacity = max(opacity, 0.85);
  bool plain = !front && size < 3.5; // too small for its shape to be seen
  reach = front ? ${REACH.toFixed(1)} : plain ? 1.0 + 0.75 / size : 1.6;
  if (plain) shape = 8u;
  gl_PointSize = 2.0 * size * reach;
}`;

export const FRAGMENT = `#version 300 es
precision highp float;
precision highp int;
flat in vec3 color;
flat in float opacity, reach, size, rings, hollow;
flat in uint shape;
uniform sampler2D atlas;  // red: the marker, green: with its rim, blue: the ring of check rows
uniform vec3 ink, paper;
uniform bool front;
out vec4 result;

void main() {
  vec2 place = (2.0 * gl_PointCoord - 1.0) * reach;
  if (shape == 8u) {
    float alpha = opacity * clamp((1.0 - length(place)) * size + 0.5, 0.0, 1.0);
    result = vec4(color * alpha, alpha);
    return;
  }
  vec2 inside = place / ${REACH.toFixed(1)} * 0.5 + 0.5;
  vec3 cover = texture(atlas, vec2((float(shape) + inside.x) / 8.0, inside.y)).rgb;
  if (!front) {
    result = vec4(color, 1.0) * cover.r * opacity;
    return;
  }
  vec3 middle = mix(color, paper, hollow);
  float ring = cover.b * rings;
  vec3 mixed = mix(ink, middle, cover.r);
  float alpha = max(cover.g, ring) * opacity;
  result = vec4(mix(ink, mixed, cover.g) * alpha, alpha);
}`;
