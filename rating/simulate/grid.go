package simulate

import (
	"embed"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"gammonlab/board"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/setting"
	"gammonlab/internal/strictjson"
)

// Grid has the pairs of players, the match lengths and the numbers of matches.
type Grid struct {
	Name    string `json:"name"`
	Lengths []int  `json:"lengths"`                                                              // lengths of the matches, in points
	Matches int    `json:"matches" unit:"matches" meaning:"matches of each pair at each length"` // number of matches of each pair at each length
	Pairs   []Pair `json:"pairs"`
}

// Pair is two players. Its lengths and matches, if set, override those of the grid.
type Pair struct {
	A       Player `json:"a"`
	B       Player `json:"b"`
	Lengths []int  `json:"lengths,omitempty"`
	Matches int    `json:"matches,omitempty"`
}

// Player is a net with noise. Noise is the standard deviation of the error of the winning
// chance, as in gnubg; the noise of gammon chances is a quarter of it.
type Player struct {
	Name    string  `json:"name"`
	Checker float32 `json:"checker"` // noise of checker play decisions
	Cube    float32 `json:"cube"`    // noise of cube decisions
	Plies   int     `json:"plies,omitempty"`

	CubePlies *int `json:"cubeplies,omitempty"` // look-ahead of cube decisions, unset for Plies

	// Model is the model; unset for that of the study.
	Model named.Model `json:"model,omitzero"`
}

//go:embed grids/*.json
var shipped embed.FS

// Shipped returns the grid of a part of the study.
func Shipped(part Part) (*Grid, error) {
	data, err := shipped.ReadFile("grids/" + string(part) + ".json")
	if err != nil {
		return nil, err
	}
	return ParseGrid(data)
}

// ReadGrid reads the grid in a file.
func ReadGrid(path string) (*Grid, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	grid, err := ParseGrid(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return grid, nil
}

// ParseGrid reads a grid. It returns an error for unknown or repeated fields and for
// invalid values.
func ParseGrid(data []byte) (*Grid, error) {
	g := new(Grid)
	if err := strictjson.UnmarshalFile(data, g); err != nil {
		return nil, err
	}
	if err := g.Validate(); err != nil {
		return nil, err
	}
	return g, nil
}

// Bounds of the settings of a grid.
const (
	maxPairs   = 10_000
	maxMatches = 10_000_000
	maxName    = 200
	maxModel   = 1000 // on a farm, the digests of a model and its databases
)

// Validate returns a [setting.Error] for the first invalid value of the grid. Names of
// settings begin with grid.
func (g *Grid) Validate() error { return setting.In("grid", g.validate()) }

func (g *Grid) validate() error {
	switch {
	case g.Matches < 1 || g.Matches > maxMatches:
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("matches"), g.Matches, maxMatches)
	case len(g.Pairs) < 1 || len(g.Pairs) > maxPairs:
		return setting.Errorf("%s has %d pairs, want 1 to %d", setting.Name("pairs"), len(g.Pairs), maxPairs)
	}
	if err := checkText("name", g.Name, maxName); err != nil {
		return err
	}
	if err := checkLengths(g.Lengths); err != nil {
		return err
	}
	seen := map[[2]string]setting.Name{}
	players := map[string]Player{}
	for i := range g.Pairs {
		p, at := &g.Pairs[i], setting.Name(fmt.Sprintf("pairs.%d", i))
		if err := p.validate(players); err != nil {
			return setting.In(at, err)
		}
		key := [2]string{p.A.Name, p.B.Name} // no two players have the same name
		if first, ok := seen[key]; ok {
			return setting.Errorf("%s is %s against %s, as %s", at, p.A.Name, p.B.Name, first)
		}
		seen[key] = at
	}
	return nil
}

// validate checks a pair; players are the players of earlier pairs by name.
func (p *Pair) validate(players map[string]Player) error {
	if p.Matches < 0 || p.Matches > maxMatches {
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("matches"), p.Matches, maxMatches)
	}
	if p.Lengths != nil {
		if err := checkLengths(p.Lengths); err != nil {
			return err
		}
	}
	for i, player := range []Player{p.A, p.B} {
		err := player.validate()
		if known, ok := players[player.Name]; err == nil && ok && !known.equal(&player) {
			err = setting.Errorf("%s is %q, which another player has", setting.Name("name"), player.Name)
		}
		if err != nil {
			return setting.In(setting.Name("ab"[i:i+1]), err)
		}
		players[player.Name] = player
	}
	if p.A.Name == p.B.Name {
		return setting.Errorf("%s is %s, which is also the opponent", setting.Name("b"), p.A.Name)
	}
	return nil
}

// equal reports whether both are the same player.
func (p *Player) equal(o *Player) bool {
	a, b := *p, *o
	a.CubePlies, b.CubePlies = nil, nil
	return a == b && p.depths().ForCube() == o.depths().ForCube()
}

// depths returns the look-ahead of plays and of cube decisions.
func (p *Player) depths() *search.Depths {
	return &search.Depths{Depth: search.Depth{Plies: p.Plies, Filter: search.Normal()}, CubePlies: p.CubePlies}
}

func (p *Player) validate() error {
	if err := checkText("name", p.Name, maxName); err != nil {
		return err
	}
	if err := p.depths().Validate(); err != nil {
		return err
	}
	for field, noise := range map[setting.Name]float32{"checker": p.Checker, "cube": p.Cube} {
		if !(noise >= 0 && noise <= 1) { // rejects NaN, too
			return setting.Errorf("%s is %v, want a noise from 0 to 1", field, noise)
		}
	}
	if p.Model.Name != "" {
		return checkText("model", p.Model.Name, maxModel)
	}
	return nil
}

// checkLengths checks match lengths.
func checkLengths(lengths []int) error {
	if len(lengths) == 0 {
		return setting.Errorf("%s is empty, want at least one length", setting.Name("lengths"))
	}
	for i, n := range lengths {
		switch {
		case n < 1 || n > board.MaxMatchLength:
			return setting.Errorf("%s has a length of %d points, want 1 to %d", setting.Name("lengths"), n, board.MaxMatchLength)
		case slices.Contains(lengths[:i], n):
			return setting.Errorf("%s has %d twice", setting.Name("lengths"), n)
		}
	}
	return nil
}

// checkText checks a text that files and reports contain.
func checkText(field setting.Name, text string, most int) error {
	bad := func(r rune) bool { return r < ' ' || r == 0x7f || r == utf8.RuneError }
	if text == "" || len(text) > most || strings.ContainsFunc(text, bad) || strings.TrimSpace(text) != text {
		return setting.Errorf("%s is %.250q, want 1 to %d bytes without control characters, and no blanks at its ends", field, text, most)
	}
	return nil
}

// Scale changes the number of matches of most pairs, which is that of the grid, to n, and
// multiplies the numbers of the other pairs by the same factor.
func (g *Grid) Scale(n int) {
	factor := float64(n) / float64(g.Matches)
	for i := range g.Pairs {
		if p := &g.Pairs[i]; p.Matches > 0 {
			p.Matches = max(1, int(math.Round(factor*float64(p.Matches))))
		}
	}
	g.Matches = n
}

// Restrict sets the lengths of the matches of all pairs.
func (g *Grid) Restrict(lengths []int) {
	g.Lengths = lengths
	for i := range g.Pairs {
		g.Pairs[i].Lengths = nil
	}
}

// cell describes the matches of a pair at a length.
type cell struct {
	pair, length, matches int
}

// cells lists the cells of a grid in their order.
func (g *Grid) cells() []cell {
	var all []cell
	for i, p := range g.Pairs {
		lengths, matches := g.Lengths, g.Matches
		if p.Lengths != nil {
			lengths = p.Lengths
		}
		if p.Matches > 0 {
			matches = p.Matches
		}
		for _, n := range lengths {
			all = append(all, cell{i, n, matches})
		}
	}
	return all
}

// Total returns the number of matches of the grid.
func (g *Grid) Total() int {
	n := 0
	for _, c := range g.cells() {
		n += c.matches
	}
	return n
}
