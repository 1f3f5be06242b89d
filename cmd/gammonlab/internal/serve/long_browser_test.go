package serve

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/desk/pages/games"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// playTime names the environment variable with the time of TestLongPlay, such as 10m. Without it
// the test plays one short match.
const playTime = "GAMMONLAB_TEST_PLAY"

// A player plays matches by mouse from their beginning to their end on one page each. At each
// decision board, pip counts and score of the page are those of the server's game. The page has no
// faults, and its memory does not grow from game to game.
func TestLongPlay(t *testing.T) {
	t.Parallel()
	settings, end := `{"model": "hyper", "length": 4, "seed": %d, "no_cube": true, "clock": 60}`, time.Now()
	if text := os.Getenv(playTime); text != "" {
		settings, end = `{"model": "td512", "length": 25, "seed": %d, "clock": 60}`, end.Add(must.Get(time.ParseDuration(text))(t))
	}
	b, server := pagetest.Start(t), newTables(t)
	p := &longPlayer{t: t, b: b, rng: rand.New(rand.NewPCG(1, 5))}
	for seed := 1; seed == 1 || time.Now().Before(end); seed++ {
		p.c, p.first = begin(t, server, fmt.Sprintf(settings, seed)), nil
		b.Visit(server.URL, "/play"+p.c.page(), 1280, false)
		for v := p.c.view(); !v.Over && (seed == 1 || time.Now().Before(end)); v = p.c.view() {
			p.decide(v)
		}
		if faults := b.Faults(); len(faults) > 0 {
			t.Fatalf("match %d: faults: %s", seed, faults)
		}
		p.matches++
	}
	t.Logf("%d decisions, %d plays, %d games in %d matches; the last page kept %+v at its first game and %+v at its last", p.decisions, p.plays, p.games, p.matches, *p.first, p.last)
}

// longPlayer plays on a page.
type longPlayer struct {
	t                                *testing.T
	b                                *pagetest.Browser
	c                                *client
	rng                              *rand.Rand
	decisions, plays, games, matches int
	first                            *pagetest.Memory // at the first game of the page
	last                             pagetest.Memory
}

// decide makes a decision.
func (p *longPlayer) decide(v *games.View) {
	p.t.Helper()
	p.compare(v)
	p.decisions++
	switch pick := p.rng.IntN(4); v.Decision {
	case "move":
		play := v.Plays[p.rng.IntN(len(v.Plays))]
		for i, s := range play.Steps {
			from, to := fmt.Sprintf("#board-%d", s.From), fmt.Sprintf("#board-%d", s.To)
			if s.To == board.Off {
				to = "#board-off"
			}
			p.b.Drag(from, to)
			p.b.Await(fmt.Sprintf("document.querySelector('[name=steps]').value.split(' ').length === %d", i+1))
		}
		p.plays++
		p.b.Click([]string{"#do-done", "#board-die1", "#board-die2", "#do-done"}[pick])
	case "double":
		p.b.Click([]string{"#do-double", "#do-roll", "#do-roll", "#do-roll"}[pick])
	case "take":
		p.b.Click([]string{"#do-drop", "#do-take", "#do-take", "#do-take"}[pick])
	case "accept":
		p.b.Click("#do-accept")
	case "begin":
		p.measure()
		p.b.Click("#do-begin")
	default:
		p.t.Fatalf("the decision is %s", v.Decision)
	}
	p.b.Await(fmt.Sprintf("document.querySelector('[name=version]').value > %d && !document.querySelector('#table').hasAttribute('aria-busy')", v.Version))
}

// onPage is what a page shows of a game.
type onPage struct {
	Men    [2][26]int // by place of each player, without those off
	Pips   [2]int
	Scores [2]int
}

// showsGame returns what the page shows, from the names of the parts and the names' stripes.
const showsGame = `(() => {
	const men = [Array(26).fill(0), Array(26).fill(0)], count = (e) => Number(e.ariaLabel.match(/, (\d+)/)?.[1] ?? 0);
	for (const part of document.querySelectorAll('.bgb-part')) {
		const at = Number(part.dataset.place), other = /opponent/.test(part.ariaLabel);
		if (/point,/.test(part.ariaLabel)) men[Number(other)][other ? 25 - at : at] = count(part);
		else if (/bar,/.test(part.ariaLabel)) men[Number(other)][25] = count(part);
	}
	const text = (i) => document.querySelector('.bgb-name' + i).textContent, number = (i, pattern) => Number(text(i).match(pattern)[1]);
	return { Men: men, Pips: [0, 1].map((i) => number(i, /(\d+) pips/)), Scores: [0, 1].map((i) => number(i, /(\d+) of \d+/)) };
})()`

// compare compares the page with the server's game.
func (p *longPlayer) compare(v *games.View) {
	p.t.Helper()
	if v.Decision == "begin" { // the board shows the end of the game
		return
	}
	p.b.Await("!gammonlab.Board.of(document.querySelector('#table svg.bgb')).running") // the net's play is shown
	var got, want onPage
	p.b.Evaluate(&got, showsGame)
	variant := must.Get(board.ParseVariant(v.Settings.Variant))(p.t)
	position := must.Get(board.ParseID(v.Position, variant))(p.t)
	sides := [2]board.Side{position.Own, position.Opp}
	if v.Roller == "net" {
		sides[0], sides[1] = sides[1], sides[0]
	}
	for seat, side := range sides {
		for place := 1; place <= board.Bar; place++ {
			want.Men[seat][place] = int(side[place])
		}
	}
	want.Pips, want.Scores = [2]int(v.Pips), [2]int(v.Scores)
	if !reflect.DeepEqual(got, want) {
		p.t.Fatalf("version %d: the page shows\n%+v\nthe game is\n%+v", v.Version, got, want)
	}
}

// measure compares the memory at the end of a game with that at the end of the first.
func (p *longPlayer) measure() {
	p.t.Helper()
	p.games++
	now := p.b.Memory()
	p.last = now
	if p.first == nil {
		p.first = &now
	}
	if most := p.first; now.Heap > 1.5*most.Heap+2e6 || now.Nodes > most.Nodes+2000 || now.Listeners > most.Listeners+200 {
		p.t.Fatalf("after %d games the page keeps %+v, after the first %+v", p.games, now, *most)
	}
}
