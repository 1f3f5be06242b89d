package chart

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
)

// themes maps colours of a drawing to variables of a page's style, so a chart is dark on
// a dark page. On a page without these variables a chart has the package's colours.
var themes = func() map[string]string {
	all := map[string]string{
		hex(ink): "--ink", hex(softInk): "--soft", hex(axisInk): "--soft", hex(gridInk): "--line",
		"#FFFFFF": "--card",
	}
	for i, l := range styles {
		name := fmt.Sprintf("--series%d", i+1)
		if all[hex(l.color)] != "" {
			continue // later styles have the same colours
		}
		for _, c := range []color.Color{l.color, l.haze(), l.mist()} {
			all[hex(c)] = name
		}
	}
	return all
}()

// ramp are the colours from the worst result to the best one: from the second colour of the series
// to the first, which is darker in print.
var ramp = func() (all [rampColours]color.NRGBA) {
	from, to := styles[1].color, styles[0].color
	for i := range all {
		share := rampShare(i)
		mixed := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
		all[i] = color.NRGBA{R: mixed(from.R, to.R), G: mixed(from.G, to.G), B: mixed(from.B, to.B), A: 0xff}
	}
	return all
}()

// rampColours is the number of colours of the ramp.
const rampColours = 7

// rampShare is the share of the best colour in a colour of the ramp.
func rampShare(i int) float64 { return float64(i) / (rampColours - 1) }

// rampAt returns the colour of a share of quality, from 0 to 1.
func rampAt(share float64) color.Color {
	return ramp[min(max(int(math.Round(share*(rampColours-1))), 0), rampColours-1)]
}

// mixes are the colours between the ends of the ramp as a page mixes them from its variables.
var mixes = func() map[string]string {
	all := map[string]string{}
	for i := 1; i < len(ramp)-1; i++ {
		all[hex(ramp[i])] = fmt.Sprintf("color-mix(in srgb,var(--series1,%s) %.0f%%,var(--series2,%s))", hex(styles[0].color), 100*rampShare(i), hex(styles[1].color))
	}
	return all
}()

// hex formats a colour as the drawings do. It omits the opacity, because the drawings
// round the opacity of a band.
func hex(c color.Color) string {
	r, g, b, a := c.RGBA()
	of := func(part uint32) int { return int(float64(part) * (255 / float64(a))) }
	return fmt.Sprintf("#%02X%02X%02X", of(r), of(g), of(b))
}

var drawnColor = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(fill|stroke):(#[0-9A-F]{6})`) })

// themed replaces each colour by the variable of the page's style.
func themed(svg []byte) []byte {
	return drawnColor().ReplaceAllFunc(svg, func(found []byte) []byte {
		parts := drawnColor().FindSubmatch(found)
		if name := themes[string(parts[2])]; name != "" {
			return fmt.Appendf(nil, "%s:var(%s,%s)", parts[1], name, parts[2])
		}
		if mix := mixes[string(parts[2])]; mix != "" {
			return fmt.Appendf(nil, "%s:%s", parts[1], mix)
		}
		return found
	})
}

var drawnText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<text ([^>]*font-weight:(normal|bold)[^>]*font-size:([0-9.]+)px[^>]*)>([^<]*)</text>`)
})

// fitted gives each text its width in the layout. Otherwise a wider font could extend a text
// over its neighbour or out of the chart.
func fitted(svg []byte) []byte {
	return drawnText().ReplaceAllFunc(svg, func(found []byte) []byte {
		parts := drawnText().FindSubmatch(found)
		size, err := strconv.ParseFloat(string(parts[3]), 64)
		if err != nil || len(parts[4]) == 0 {
			return found
		}
		weight := xfont.WeightNormal
		if string(parts[2]) == "bold" {
			weight = xfont.WeightBold
		}
		width := sans(vg.Length(size), weight, ink).Width(html.UnescapeString(string(parts[4])))
		return fmt.Appendf(nil, `<text %s textLength="%.2f" lengthAdjust="spacingAndGlyphs">%s</text>`, parts[1], float64(width), parts[4])
	})
}

var drawnStyle = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`style="([^"]*)"`) })

// plain turns styles into attributes, because pages of a server may forbid style
// attributes in elements.
func plain(svg []byte) []byte {
	return drawnStyle().ReplaceAllFunc(svg, func(found []byte) []byte {
		var all []string
		for rule := range strings.SplitSeq(string(drawnStyle().FindSubmatch(found)[1]), ";") {
			if name, value, ok := strings.Cut(rule, ":"); ok {
				all = append(all, fmt.Sprintf("%s=%q", name, value))
			}
		}
		return []byte(strings.Join(all, " "))
	})
}
