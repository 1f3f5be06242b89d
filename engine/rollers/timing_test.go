package rollers_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollers"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
)

// levels are the depths by their names in timings.
var levels = map[string]search.Options{
	"0-ply": {}, "1-ply": {Depth: search.Depth{Plies: 1}}, "2-ply": {Depth: search.Depth{Plies: 2}},
	"roller 1": {Rollers: 1}, "roller 2": {Rollers: 2}, "roller 3": {Rollers: 3},
}

// A decision in a time is that of the level which it names, whatever the time; the first level is always
// complete, and with enough time the last one is reached.
func TestDecidesAsTheLevelThatItNames(t *testing.T) {
	static := enginetest.Shipped(t, "fast")
	ask := func(o search.Options, st *cube.Stakes, id string, roll board.Roll) *advice.Decision {
		o.Filter = search.Quick()
		a := advice.New(must.Get(search.New(static.Clone(), o))(t), advice.Options{Roller: rollers.Roller{}})
		pos := must.Get(board.ParseID(id, board.Backgammon))(t)
		return must.Get(a.Decide(t.Context(), &pos, roll, st))(t)
	}
	money := stakesOf(t, cube.Money(true, true))
	for _, c := range []struct {
		name  string
		st    *cube.Stakes
		id    string
		roll  board.Roll
		limit time.Duration
		want  string // level; "" for any
	}{
		{"no time", nil, opening, board.Roll{4, 3}, 1, "0-ply"},
		{"no time for a double", money, opening, board.Roll{}, 1, "0-ply"},
		{"some time", money, opening, board.Roll{4, 3}, 30 * time.Millisecond, ""},
		{"some time for a double", money, opening, board.Roll{}, 30 * time.Millisecond, ""},
		{"without the cube", nil, opening, board.Roll{3, 1}, 300 * time.Millisecond, ""},
		{"bear-off, exact", money, "2wIAAO8BAAAAAA", board.Roll{2, 1}, time.Hour, "roller 3"},
		{"no play", money, "27YdAADf9wAAQA", board.Roll{2, 1}, time.Hour, "roller 3"},
	} {
		got := ask(search.Options{Time: c.limit}, c.st, c.id, c.roll)
		if got.Timing == nil || c.want != "" && got.Timing.Level != c.want {
			t.Fatalf("%s: timing %+v, want level %q", c.name, got.Timing, c.want)
		}
		want := ask(levels[got.Timing.Level], c.st, c.id, c.roll)
		even := strings.Contains(got.Summary(), "Even 0-ply took")
		if got.Timing.Level != got.Level() || even != (c.limit == 1) {
			t.Errorf("%s: level %s, and of the timing %+v:\n%s", c.name, got.Level(), got.Timing, got.Summary())
		}
		if cut := got.Timing.Cut; !cut && (!reflect.DeepEqual(got.Moves, want.Moves) || !reflect.DeepEqual(got.Verdict, want.Verdict) || got.Plies != want.Plies) {
			t.Errorf("%s: got\n%s\nwant, by %s,\n%s", c.name, got.Summary(), got.Timing.Level, want.Summary())
		}
	}
}

// The play made is compared at the level of the time, too.
func TestComparesInTime(t *testing.T) {
	for _, limit := range []time.Duration{1, 100 * time.Millisecond} {
		searcher := must.Get(search.New(enginetest.Shipped(t, "fast"), search.Options{Time: limit}))(t)
		a := advice.New(searcher, advice.Options{Roller: rollers.Roller{}})
		pos := must.Get(board.ParseID(opening, board.Backgammon))(t)
		made := must.Get(board.ParsePlay(pos, board.Roll{3, 1}, "24/20"))(t)
		c := must.Get(a.Compare(t.Context(), &pos, board.Plays(pos, board.Roll{3, 1}), &made.Result, nil))(t)
		if c.Timing == nil || c.Lost < 0.05 || c.List[c.Made].Play.Result != made.Result || (limit == 1) != (c.Timing.Level == "0-ply") {
			t.Errorf("%v: %+v, %+v", limit, c.Timing, c)
		}
	}
}

// Settings that contradict a time are errors, as are negative and endless times.
func TestTimeContradictsPlies(t *testing.T) {
	plies := 1
	for _, d := range []search.Depths{
		{Time: time.Second, Rollers: 1}, {Time: time.Second, CubePlies: &plies}, {Time: time.Second, Depth: search.Depth{Plies: 1}},
		{Time: -1}, {Time: search.MaxTime + 1},
	} {
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), "time") {
			t.Errorf("%+v: %v, want an error about the time", d, err)
		}
	}
}
