// SPDX-License-Identifier: Apache-2.0
//
// The style sheet of the dashboard, for light and dark.

#ifndef CLCONV_SAMPLES_STYLE_HPP
#define CLCONV_SAMPLES_STYLE_HPP

namespace samples {

// The colours of lines are distinct for colour-blind readers (M. Okabe, K. Ito, "Color Universal Design", 2008),
// darkened on white and lightened on black.
inline const char* dashboardStyle()
{
    return R"(
:root { color-scheme: light dark; --ground: #ffffff; --card: #f4f5f7; --text: #1b1f24; --muted: #59636e;
  --grid: #d5d9de; --bar: #0067a3; --c0: #0067a3; --c1: #b84a00; --c2: #007a5a; --c3: #a64d82; --c4: #8a6d00;
  --c5: #2f7fa8; --bad: #b00020; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --card: #1e2328; --text: #e8eaed; --muted: #a3acb5;
  --grid: #3a4148; --bar: #4fb0e8; --c0: #4fb0e8; --c1: #f0883e; --c2: #3fc79a; --c3: #e08fc0; --c4: #e3c000;
  --c5: #9ad4f5; --bad: #ff7b86; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1400px; padding: 24px 20px 48px; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 26px; margin: 0; }
h2 { font-size: 18px; margin: 32px 0 8px; }
p { margin: 4px 0; }
.muted { color: var(--muted); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 20px 0 8px; }
.tiles div { background: var(--card); border-radius: 8px; padding: 10px 14px; }
.tiles b { display: block; font-size: 23px; line-height: 1.3; }
.tiles span { color: var(--muted); font-size: 13px; }
figure { overflow-x: auto; margin: 0 0 20px; background: var(--card); border-radius: 8px; padding: 12px 14px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(640px, 100%), 1fr)); gap: 0 14px; }
figcaption { font-weight: 600; margin-bottom: 6px; }
figure > svg { display: block; width: 100%; min-width: 600px; height: auto; }
svg text { fill: var(--muted); font-size: 13px; }
svg .grid { stroke: var(--grid); stroke-width: 1; }
svg polyline, svg.key line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); }
.c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
svg .track { fill: var(--grid); opacity: 0.45; }
svg .bar { fill: var(--bar); }
.key { width: 20px; height: 8px; }
.legend { color: var(--muted); font-size: 13px; }
.legend span { margin-right: 18px; white-space: nowrap; }
/* A shadow at the side where a table goes on. */
.wide { overflow-x: auto; background: linear-gradient(90deg, var(--ground) 24px, transparent) local,
  linear-gradient(-90deg, var(--ground) 24px, transparent) right / 24px 100% no-repeat local,
  linear-gradient(90deg, var(--grid), transparent 12px),
  linear-gradient(-90deg, var(--grid), transparent 12px) right / 12px 100% no-repeat; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 5px 6px; border-bottom: 1px solid var(--grid); white-space: nowrap; }
th { color: var(--muted); font-weight: 600; }
th.name, td.name { text-align: left; min-width: 130px; white-space: normal; overflow-wrap: anywhere; }
.bad { color: var(--bad); }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(460px, 1fr)); gap: 14px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 6px; }
.pair img { width: 100%; height: auto; display: block; border-radius: 4px; }
@media (max-width: 520px) { .pictures { grid-template-columns: 1fr; } }
)";
}

} // namespace samples

#endif // CLCONV_SAMPLES_STYLE_HPP
