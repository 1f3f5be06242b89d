package rating

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gammonlab/internal/chart"
	"gammonlab/internal/plaintext"
)

// MatchChange is what a match between two players does to their ratings, by FIBS's formula.
type MatchChange struct {
	Length  int            `json:"length"` // of the match, in points
	Players [2]RatedPlayer `json:"players"`
	Files   []string       `json:"files,omitempty"` // figures that were drawn
}

// RatedPlayer is a player before a match.
type RatedPlayer struct {
	Rating     float64 `json:"rating"`
	Experience int     `json:"experience"`     // sum of the lengths of the earlier matches
	Factor     float64 `json:"factor"`         // K of the formula
	Chance     float64 `json:"chance"`         // to win the match
	IfWon      float64 `json:"change_if_won"`  // of the rating
	IfLost     float64 `json:"change_if_lost"` // of the rating
}

// NewMatchChange returns the changes by a match to length points between players with the
// ratings and the experience.
func NewMatchChange(length int, ratings [2]float64, experience [2]int) *MatchChange {
	m := &MatchChange{Length: length}
	for i := range m.Players {
		d := ratings[i] - ratings[1-i]
		m.Players[i] = RatedPlayer{
			ratings[i], experience[i], factor(experience[i]), WinProbability(d, length),
			Change(d, length, true, experience[i]), Change(d, length, false, experience[i]),
		}
	}
	return m
}

// Text returns a table of the two players, and the files of the figures.
func (m *MatchChange) Text() string {
	t := plaintext.Table{Indent: "  ", Left: []int{0}, Head: []string{"", "rating", "experience", "K", "wins", "if it wins", "if it loses"}}
	for i, p := range m.Players {
		t.Add(string(rune('A'+i)), fmt.Sprintf("%.0f", p.Rating), fmt.Sprint(p.Experience), fmt.Sprintf("%.2f", p.Factor),
			fmt.Sprintf("%.1f %%", 100*p.Chance), fmt.Sprintf("%+.2f", p.IfWon), fmt.Sprintf("%+.2f", p.IfLost))
	}
	text := fmt.Sprintf("Match to %d %s\n\n%s", m.Length, plaintext.Noun(m.Length, "point", "points"), t.Text())
	for _, path := range m.Files {
		text += path + "\n"
	}
	return text
}

// The curves of FIBS's FAQ (December 1994): differences of ratings up to mostDrawn, and
// lengths of matches.
const mostDrawn = 400

var drawnLengths = []int{1, 5, 9}

// WriteFigures draws the two curves of FIBS's FAQ into a folder, which it creates if
// necessary, each as a PNG and an SVG file, and adds the files: the chance to win, and the
// change of the first player's rating by a win, by the difference of the ratings. The
// lengths are those of the FAQ and that of the match.
func (m *MatchChange) WriteFigures(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, f := range m.figures() {
		for _, format := range []string{".png", ".svg"} {
			path := filepath.Join(folder, f.name+format)
			if err := f.graph.Write(path); err != nil {
				return err
			}
			m.Files = append(m.Files, path)
		}
	}
	return nil
}

// figure is a graph with the name of its files.
type figure struct {
	name  string
	graph chart.Graph
}

func (m *MatchChange) figures() []figure {
	experience := m.Players[0].Experience
	return []figure{
		{"chance", m.graph("Chance to win a match", "chance to win", WinProbability)},
		{"change", m.graph(fmt.Sprintf("Change of a rating by a win, with an experience of %d", experience), "change (rating points)",
			func(d float64, n int) float64 { return Change(d, n, true, experience) })},
	}
}

// graph draws a function of the difference of ratings, a curve for each length.
func (m *MatchChange) graph(title, yLabel string, y func(difference float64, length int) float64) chart.Graph {
	lengths := drawnLengths
	if !slices.Contains(lengths, m.Length) {
		lengths = append(slices.Clone(lengths), m.Length)
		slices.Sort(lengths)
	}
	g := chart.Graph{Title: title, XLabel: "difference of the ratings, the player's less the opponent's", YLabel: yLabel}
	for _, n := range lengths {
		s := chart.Set{Name: fmt.Sprintf("match to %d %s", n, plaintext.Noun(n, "point", "points")), Line: true}
		for d := -mostDrawn; d <= mostDrawn; d += 10 {
			s.X, s.Y = append(s.X, float64(d)), append(s.Y, y(float64(d), n))
		}
		g.Sets = append(g.Sets, s)
	}
	return g
}

// factor returns K of FIBS's formula, by which changes of inexperienced players are larger.
func factor(experience int) float64 { return math.Max(1, 5-float64(experience)/100) }
