package board

import (
	"slices"
	"strconv"
	"strings"
)

// path lists the places of one checker in a play: start, the points on the way
// that the text names, and end, in the numbering of its owner.
type path []uint8

func (p path) last() uint8 { return p[len(p)-1] }

// FormatPlay formats a play in gnubg's long form, such as "bar/22*", "13/7(2)"
// or "24/18*/15 6/off". Checkers are listed from the back forward. The steps of
// one checker are joined, and points on the way are named only if the checker
// hits there. An * follows the first mention of a point that is hit; (n)
// follows a move that n checkers make. A play without steps is "".
func FormatPlay(pos Position, play Play) string {
	return writePaths(&pos, joinSteps(&pos, play.Steps()), "bar", "off", true)
}

// FormatPlain formats a play in the plain form of .mat files and of the
// external protocol, such as "25/22* 6/0": one word for each die, in the order
// played, the bar as 25 and off as 0.
func FormatPlain(pos Position, play Play) string {
	var paths []path
	for _, s := range play.Steps() {
		paths = append(paths, path{s.From, s.To})
	}
	return writePaths(&pos, paths, "25", "0", false)
}

// joinSteps joins steps to paths. A path keeps a point on the way only if there
// is a blot to hit.
func joinSteps(pos *Position, steps []Step) []path {
	rest := slices.Clone(steps)
	slices.SortFunc(rest, func(a, b Step) int {
		if a.From != b.From {
			return int(b.From) - int(a.From)
		}
		return int(b.To) - int(a.To)
	})
	var paths []path
	for len(rest) > 0 {
		p := path{rest[0].From, rest[0].To}
		rest = rest[1:]
		for p.last() != Off {
			next := slices.IndexFunc(rest, func(s Step) bool { return s.From == p.last() })
			if next < 0 {
				break
			}
			if !blot(pos, p.last()) {
				p = p[:len(p)-1]
			}
			p = append(p, rest[next].To)
			rest = slices.Delete(rest, next, next+1)
		}
		paths = append(paths, p)
	}
	return paths
}

// blot reports whether the opponent has a single checker on the point, in the
// numbering of the player on roll.
func blot(pos *Position, point uint8) bool {
	return point != Off && pos.Opp[Bar-point] == 1
}

func writePaths(pos *Position, paths []path, bar, off string, group bool) string {
	var text strings.Builder
	var hit [Bar + 1]bool
	for len(paths) > 0 {
		p := paths[0]
		alike := 1
		for group && alike < len(paths) && slices.Equal(paths[alike], p) {
			alike++
		}
		paths = paths[alike:]
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(placeName(p[0], bar, off))
		for _, place := range p[1:] {
			text.WriteByte('/')
			text.WriteString(placeName(place, bar, off))
			if blot(pos, place) && !hit[place] {
				hit[place] = true
				text.WriteByte('*')
			}
		}
		if alike > 1 {
			text.WriteString("(" + strconv.Itoa(alike) + ")")
		}
	}
	return text.String()
}

func placeName(place uint8, bar, off string) string {
	switch place {
	case Bar:
		return bar
	case Off:
		return off
	}
	return strconv.Itoa(int(place))
}
