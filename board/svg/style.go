package svg

import (
	"fmt"
	"image/color"
	"strings"

	"gammonlab/board/picture"
)

// Style is the CSS of the drawings, for a style element. Every class begins
// with bgb.
var Style = `.bgb{` + variables(&picture.Screen) + `font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums;max-width:100%;height:auto}
@media (prefers-color-scheme:dark){.bgb{` + variables(&picture.Night) + `}}
@media print{.bgb{` + variables(&picture.Paper) + `-webkit-print-color-adjust:exact;print-color-adjust:exact}}
` + rules + heatRules()

// Choices is the CSS of [picture.Boards], for pages after Style: the attribute data-board of the
// root element has the name of the chosen one.
func Choices() string {
	var b strings.Builder
	for _, c := range picture.Boards {
		fmt.Fprintf(&b, ":where([data-board=%[1]s]) .bgb{%[2]s}\n@media (prefers-color-scheme:dark){:where([data-board=%[1]s]) .bgb{%[3]s}}\n", c.Name, variables(&c.Light), variables(&c.Night))
	}
	return b.String() + "@media print{.bgb{" + variables(&picture.Paper) + "}}\n"
}

// rules has the CSS rules; the classes are in shapes.go.
const rules = `.bgb-felt{fill:var(--bgb-felt)}.bgb-wood{fill:var(--bgb-wood)}.bgb-frame{fill:none;stroke:var(--bgb-frame);stroke-width:2}
.bgb-pale{fill:var(--bgb-pale)}.bgb-deep{fill:var(--bgb-deep)}.bgb-ink{fill:var(--bgb-ink)}
.bgb-x{fill:var(--bgb-x);stroke:var(--bgb-rim)}.bgb-o{fill:var(--bgb-o);stroke:var(--bgb-rim)}.bgb-xi{fill:var(--bgb-xink)}.bgb-oi{fill:var(--bgb-oink)}
.bgb-dot{stroke:var(--bgb-rim);stroke-width:7;stroke-linecap:round}
.bgb-part{cursor:pointer;outline:none;touch-action:manipulation;-webkit-tap-highlight-color:transparent}.bgb-part rect{fill:transparent;rx:4px}
@media(hover:hover){.bgb-part:hover rect{fill:var(--bgb-ink);fill-opacity:.1}}.bgb-part:focus-visible rect{stroke:var(--bgb-focus);stroke-width:4}.bgb-part[aria-pressed=true] rect{fill:var(--bgb-focus);fill-opacity:.35}
.bgb-xr,.bgb-or{fill:none;stroke:var(--bgb-xring);stroke-width:2}.bgb-or{stroke:var(--bgb-oring)}
.bgb-men,.bgb-die1,.bgb-die2,.bgb-cube{filter:drop-shadow(0 1.5px 1px rgb(0 0 0/.4))}.bgb-spent{opacity:.4}
.bgb-can{cursor:grab;touch-action:none}.bgb-can rect{touch-action:none}.bgb-lifted{cursor:grabbing;filter:drop-shadow(0 4px 4px rgb(0 0 0/.45))}
.bgb-mark{fill:var(--bgb-focus);fill-opacity:.3;stroke:var(--bgb-focus);stroke-width:2}
.bgb-arrow{fill:none;stroke:var(--bgb-focus);stroke-width:4;stroke-linecap:round;stroke-linejoin:round;opacity:.85}.bgb-wrong{fill:none;stroke:var(--bgb-wrong);stroke-width:4;stroke-linejoin:round;stroke-dasharray:.045 .03;opacity:.85}
.bgb-arrow,.bgb-wrong{filter:drop-shadow(0 0 2px var(--bgb-felt))}
.bgb-c{text-anchor:middle;dominant-baseline:central}.bgb-e{text-anchor:end}.bgb-n{font-size:11px}.bgb-v{font-size:14px}.bgb-t{font-size:17px}.bgb-b{font-size:17px;font-weight:600}
`

// variables returns a colour scheme as CSS variables.
func variables(c *picture.Colours) string {
	var b strings.Builder
	for _, v := range []struct {
		name  string
		value color.NRGBA
	}{
		{"ink", c.Ink}, {"felt", c.Felt}, {"frame", c.Frame}, {"wood", c.Wood}, {"pale", c.Pale}, {"deep", c.Deep},
		{"x", c.X}, {"xink", c.XInk}, {"xring", c.XRing}, {"o", c.O}, {"oink", c.OInk}, {"oring", c.ORing}, {"rim", c.Rim}, {"focus", c.Focus}, {"wrong", c.Wrong},
	} {
		fmt.Fprintf(&b, "--bgb-%s:#%02x%02x%02x;", v.name, v.value.R, v.value.G, v.value.B)
	}
	for i := range picture.HeatSteps {
		ground := c.Style(picture.Heat + picture.Paint(i)).Fill
		fmt.Fprintf(&b, "--bgb-h%d:#%02x%02x%02x;", i, ground.R, ground.G, ground.B)
	}
	return b.String()
}

// heatRules returns the rules of the grounds for values.
func heatRules() string {
	var b strings.Builder
	for i := range picture.HeatSteps {
		fmt.Fprintf(&b, ".bgb-h%d{fill:var(--bgb-h%d)}", i, i)
	}
	return b.String() + "\n"
}
