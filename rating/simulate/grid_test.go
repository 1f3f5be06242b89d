package simulate

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

func TestShippedGrids(t *testing.T) {
	for name, want := range map[Part]struct {
		total   int
		lengths []int
	}{
		"1":        {6 * 6 * 1000, []int{1, 3, 5, 7, 11, 23}},
		"2":        {16 * 5 * 500, []int{3, 5, 7, 11, 23}},
		"plies":    {3 * 3 * 200, []int{3, 5, 7}},
		"appendix": {10*1000 + 200 + 2*50, []int{5}},
	} {
		g := must.Get(Shipped(name))(t)
		if g.Total() != want.total || !slices.Equal(g.Lengths, want.lengths) {
			t.Errorf("%s: %d matches to %v, want %d to %v", name, g.Total(), g.Lengths, want.total, want.lengths)
		}
	}
}

func TestScaleAndRestrict(t *testing.T) {
	g := must.Get(Shipped("appendix"))(t)
	g.Scale(100)
	if got, want := g.Total(), 10*100+20+2*5; got != want {
		t.Errorf("%d matches, want %d", got, want)
	}
	g.Scale(1)
	if got, want := g.Total(), 10+1+2; got != want {
		t.Errorf("%d matches, want %d", got, want)
	}
	g.Restrict([]int{3})
	if got, want := g.Total(), 10; got != want {
		t.Errorf("%d matches to 3, want %d", got, want)
	}
}

func TestBadGrids(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"matches": 2`, `"matches": 0`, "matches is 0, want 1"},
		{`"matches": 2`, `"matches": -1`, "matches is -1, want 1"},
		{`"matches": 2`, `"matches": 2.5`, "line 2: matches: found 2.5, want a whole number"},
		{`"matches": 2`, `"games": 3`, `unknown field "games"`},
		{`"name": "small"`, `"name": ""`, `name is "", want`},
		{`"name": "small"`, `"name": " small"`, `name is " small", want`},
		{`[1, 2]`, `[]`, "lengths is empty"},
		{`[1, 2]`, `[0]`, "lengths has a length of 0 points, want 1 to 64"},
		{`[1, 2]`, `[65]`, "lengths has a length of 65 points, want 1 to 64"},
		{`[1, 2]`, `[3, 3]`, "lengths has 3 twice"},
		{`[1], "m`, `[], "m`, "pairs.1.lengths is empty"},
		{`11`, `-1`, "pairs.1.matches is -1"},
		{`"checker": 0.1, "cube": 0.3}},`, `"checker": -0.1, "cube": 0.3}},`, "pairs.0.b.checker is -0.1, want a noise from 0 to 1"},
		{`"checker": 0.1, "cube": 0.3}},`, `"checker": 0.1, "cube": 1.5}},`, "pairs.0.b.cube is 1.5, want a noise from 0 to 1"},
		{`"checker": 0.1, "cube": 0.3}},`, `"checker": NaN, "cube": 1.5}},`, "line 4: "},
		{`"checker": 0.1, "cube": 0.3}},`, `"checker": 0.1, "cube": 0.3, "plies": 5}},`, "pairs.0.b.plies is 5, want 0 to 4"},
		{`"checker": 0.1, "cube": 0.3}},`, `"checker": 0.1, "cube": 0.3, "cubeplies": 5}},`, "pairs.0.b.cubeplies is 5, want 0 to 4"},
		{`"checker": 0.1, "cube": 0.3}},`, `"checker": 0.1, "cube": 0.3, "noise": 5}},`, `line 4: pairs.0.b.noise: unknown field "noise"`},
		{`"name": "other net", "checker": 0, "cube": 0, "model": "2"`, `"name": "poor", "checker": 0.1, "cube": 0.3`, "pairs.1.b is poor, which is also the opponent"},
		{`"name": "other net"`, `"name": "good"`, `pairs.1.b.name is "good", which another player has`},
		{`"model": "2"`, `"model": "a\tb"`, `pairs.1.b.model is "a\tb"`},
		{"  ]\n}", "  ]\n} {}", "line 7: more follows after the value"},
		{"  ]\n}", "  ]\n", "line 7: the JSON text is incomplete"},
		{`"pairs": [`, `"pairs": 7, "x": [`, "line 3: pairs: found 7, want a list"},
	} {
		text := strings.Replace(smallGrid, c.old, c.new, 1)
		if text == smallGrid {
			t.Errorf("%s is not in the grid", c.old)
		}
		must.Fail(t, must.Err(ParseGrid([]byte(text))), c.want, c.new)
	}
	g := parse(t, smallGrid)
	g.Pairs = append(g.Pairs, g.Pairs[0])
	must.Fail(t, g.Validate(), "grid.pairs.2 is good against poor, as grid.pairs.0", "a pair twice")
	g.Pairs = nil
	must.Fail(t, g.Validate(), "pairs has 0 pairs", "no pairs")
}

// Players have plies of their own for cube decisions.
func TestCubePlies(t *testing.T) {
	text := strings.ReplaceAll(smallGrid, `"checker": 0.1, "cube": 0.3}`, `"checker": 0, "cube": 0, "cubeplies": 1}`)
	poor := parse(t, text).Pairs[1].A
	static := enginetest.RandomStatic(t, 8, 5)
	r := &matchRunner{statics: map[string]*engine.Full{"": engine.NewFull(static)}, players: map[string]engine.Player{}}
	spec, _, err := player.Spec(must.Get(r.player(&poor))(t), "m")
	if want := "net:m,plies=0,filter=normal,cubeplies=1"; err != nil || spec != want {
		t.Errorf("the player is %s, %v, want %s", spec, err, want)
	}
	other := strings.Replace(text, `"cubeplies": 1`, `"cubeplies": 2`, 1)
	must.Fail(t, must.Err(ParseGrid([]byte(other))), `pairs.1.a.name is "poor", which another player has`)
}

// FuzzParseGrid checks that a grid is unchanged after writing and reading.
func FuzzParseGrid(f *testing.F) {
	f.Add([]byte(smallGrid))
	f.Add([]byte(`{"name":"x","lengths":[1],"matches":1,"pairs":[]}`))
	f.Add([]byte(`{} {}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ParseGrid(data)
		if err != nil {
			return
		}
		text := must.Get(json.Marshal(g))(t)
		again, err := ParseGrid(text)
		if err != nil || again.Total() != g.Total() {
			t.Errorf("%s: %v", text, err)
		}
	})
}
