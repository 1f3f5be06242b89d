package positions

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
	"gammonlab/engine/start"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
)

// Streams of random numbers of a game, derived from its seed.
const (
	diceStream    = iota
	playersStream // this and the next stream: one for each player
	_
	drawStream
	startStream
)

// Streams of random numbers of the sampler, derived from the seed.
const (
	gamesStream = iota
	rolloutStream
)

const (
	// maxPlies bounds the length of a game, because weak players might never end it.
	maxPlies = 2_000

	// idleGames is the number of consecutive games without a needed decision after which
	// sampling fails.
	idleGames = 5_000
)

// spot is a decision in a game: a cube decision if there is no roll.
type spot struct {
	pos   board.Position
	roll  board.Roll
	state cube.State // the zero State for a cubeless roll
}

// bucket is a group of decisions with a quota: the rolls of one class, all rolls, or cube
// decisions.
type bucket string

const (
	allRolls bucket = "rolls"
	cubes    bucket = "cubes"
)

func (s *Settings) bucketOf(sp *spot) bucket {
	switch {
	case sp.roll == board.Roll{}:
		return cubes
	case s.Quotas == nil:
		return allRolls
	}
	return bucket("rolls of class " + engine.ClassOf(&sp.pos).String())
}

// sampler selects decisions from games.
type sampler struct {
	settings *Settings
	wanted   map[bucket]int
	missing  int
	seen     map[spot]bool
	spots    []spot
}

// sample returns the benchmark's decisions in their final order.
func (s *Settings) sample(ctx context.Context) (spots []spot, err error) {
	if s.Earlier != nil {
		for i := range s.Earlier.Decisions {
			spots = append(spots, s.Earlier.Decisions[i].spot())
		}
		return spots, nil
	}
	rolls, doubles := s.numbers()
	a := &sampler{settings: s, wanted: map[bucket]int{cubes: doubles}, missing: rolls + doubles, seen: map[spot]bool{}}
	if s.Quotas == nil {
		a.wanted[allRolls] = rolls
	}
	for class, n := range s.Quotas {
		a.wanted[bucket("rolls of class "+class.String())] = int(n)
	}
	samplers := make([]*gameSampler, s.workers())
	for i := range samplers {
		samplers[i] = newGameSampler(s)
		defer samplers[i].close()
	}
	if a.missing == 0 {
		return nil, nil
	}
	idle := 0
	err = workers.Ordered(ctx, samplers, workers.Numbers(0, math.MaxInt), func(ctx context.Context, t *gameSampler, game int) ([]spot, error) {
		spots, err := t.play(ctx, game)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", game, err)
		}
		return spots, nil
	}, func(game int, spots []spot) error {
		if idle++; a.take(spots, game) {
			idle = 0
		}
		switch {
		case a.missing == 0:
			return workers.ErrEnough
		case idle >= idleGames:
			return a.given()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a.spots, nil
}

// take adds the needed decisions of a game and reports whether there were any.
func (a *sampler) take(spots []spot, game int) bool {
	rng := rand.New(seed.Stream(a.settings.gameSeed(game), drawStream))
	taken := 0
	for _, i := range rng.Perm(len(spots)) {
		b := a.settings.bucketOf(&spots[i])
		if a.wanted[b] == 0 || a.seen[spots[i]] {
			continue
		}
		a.seen[spots[i]] = true
		a.spots = append(a.spots, spots[i])
		a.wanted[b]--
		a.missing--
		if taken++; taken == a.settings.PerGame {
			break
		}
	}
	return taken > 0
}

// given returns the error for sampling that fails.
func (a *sampler) given() error {
	for b, n := range a.wanted {
		if n > 0 {
			return fmt.Errorf("%d games of %s in a row had no decision that is still needed, such as %d more %s: "+
				"reduce their number, increase the margin, change the players, or start in such positions", idleGames, a.settings.Player.Name, n, b)
		}
	}
	panic("positions: nothing is missing")
}

func (s *Settings) gameSeed(game int) uint64 {
	return seed.Derive(seed.Derive(s.Seed, gamesStream), uint64(game))
}

// gameSampler plays the games of one worker.
type gameSampler struct {
	settings *Settings
	rolls    bool // rolls are wanted
	cubes    bool // cube decisions are wanted
	players  [2]engine.Player
	starts   *start.Positions
	advice   *advice.Adviser // at 0 plies

	ctx   context.Context // of the game being played
	loop  player.Loop
	spots []spot // decisions of that game
	player.Blind
}

func newGameSampler(s *Settings) *gameSampler {
	starts := s.Drawn
	if starts == nil {
		starts = start.Opening(s.Game())
	}
	rolls, doubles := s.numbers()
	t := &gameSampler{
		settings: s, rolls: rolls > 0, cubes: doubles > 0, starts: starts, players: [2]engine.Player{s.Player.Player.Clone(), s.Player.Player.Clone()},
		advice: advice.OfStatic(s.static().Clone(), advice.Options{MET: s.MET.Table}),
	}
	for _, p := range t.players {
		if p, ok := p.(player.RulesPlayer); ok {
			p.SetRules(s.MET.Table, s.Beavers > 0)
		}
	}
	t.loop = player.Loop{
		Players: [2]player.Chooser{t.players[0], t.players[1]}, Names: [2]string{s.Player.Name, s.Player.Name},
		Observer: t, MaxPlies: maxPlies,
	}
	return t
}

func (t *gameSampler) close() {
	for _, p := range t.players {
		closePlayer(p)
	}
}

// play plays a game, or a match, and returns its real decisions.
func (t *gameSampler) play(ctx context.Context, number int) ([]spot, error) {
	own := t.settings.gameSeed(number)
	t.loop.Dice = board.NewDice(seed.Stream(own, diceStream))
	for side, p := range t.players {
		p.NewGame(seed.Derive(own, playersStream+uint64(side)))
	}
	t.ctx, t.spots = ctx, nil
	drawn := rand.New(seed.Stream(own, startStream))
	for g := game.New(t.settings.Of(t.starts.Variant())); ; g.NextGame() {
		g.SetRoller(board.PlayerO)
		if pos, opening := t.starts.Draw(drawn); !opening {
			g.StartAt(pos)
		}
		if err := t.loop.Play(ctx, &g); err != nil || t.settings.Length == 0 || !g.Over() || g.MatchOver() {
			return t.spots, err
		}
	}
}

// Doubles implements [player.Observer]: it keeps the cube decision of a game with the cube.
func (t *gameSampler) Doubles(g *game.State, _ bool) error {
	state, err := stateOf(g)
	if err == nil && t.cubes {
		err = t.keepCube(&g.Position, state)
	}
	return err
}

// Plays implements [player.Observer]: it keeps the roll and, in a cubeless game, the cube
// decision before it as one of a money game.
func (t *gameSampler) Plays(g *game.State, plays []board.Play, _ int) (err error) {
	var state cube.State
	switch {
	case !t.settings.Cubeless():
		state, err = stateOf(g)
	case t.cubes && g.Plies > 0:
		err = t.keepCube(&g.Position, moneyState())
	}
	if err != nil || !t.rolls || len(plays) < 2 || !t.wants(&g.Position) {
		return err
	}
	real, err := t.realChoice(&g.Position, plays, state)
	if roll := g.Match.Dice; real {
		t.spots = append(t.spots, spot{g.Position, board.Roll{max(roll[0], roll[1]), min(roll[0], roll[1])}, state})
	}
	return err
}

// stateOf returns the score and the cube of a game; decisions are judged without beavers.
func stateOf(g *game.State) (cube.State, error) {
	state, err := cube.FromMatch(&g.Match)
	state.Beavers, state.Roller = false, board.PlayerX
	return state, err
}

// wants reports whether the position may have decisions.
func (t *gameSampler) wants(pos *board.Position) bool {
	return t.settings.Kinds == nil || board.IsOneOf(t.settings.Kinds, pos)
}

// keepCube adds a cube decision if it is a real one.
func (t *gameSampler) keepCube(pos *board.Position, state cube.State) error {
	if !t.wants(pos) {
		return nil
	}
	real, err := t.realCube(pos, state)
	if real {
		t.spots = append(t.spots, spot{pos: *pos, state: state})
	}
	return err
}

// least is the smallest cost of the worst play in a real decision: if nothing is at
// stake, all plays are close.
const least = 0.02

// realChoice reports whether the two best plays are close and the worst is not.
func (t *gameSampler) realChoice(pos *board.Position, plays []board.Play, state cube.State) (bool, error) {
	stakes, err := stakesOf(t.advice, state)
	if err != nil {
		return false, err
	}
	ranked, err := t.advice.Rank(t.ctx, pos, plays, stakes)
	if err != nil {
		return false, err
	}
	behind := func(i int) float64 { return ranked[0].Equity - ranked[i].Equity }
	return behind(1) <= float64(t.settings.Margin) && behind(len(ranked)-1) >= least, nil
}

// stakesOf returns the stakes of a state, nil for the zero State.
func stakesOf(a *advice.Adviser, state cube.State) (*cube.Stakes, error) {
	if state == (cube.State{}) {
		return nil, nil
	}
	return a.StakesOf(state)
}

// indifferent is the largest difference of equities at which a double does not matter,
// as in a game that is already won.
const indifferent = 0.002

// realCube reports whether the decision to double is close, or the decision to take is
// close and the position is not too good to double.
func (t *gameSampler) realCube(pos *board.Position, state cube.State) (bool, error) {
	stakes, err := stakesOf(t.advice, state)
	if err != nil {
		return false, err
	}
	d, err := t.advice.Double(t.ctx, pos, stakes)
	if err != nil {
		return false, err
	}
	e := &d.Equities
	double, take := e.NoDouble-min(e.DoubleTake, e.DoublePass), e.DoubleTake-e.DoublePass
	return between(double, float64(t.settings.Margin)) && !between(double, indifferent) ||
		e.NoDouble <= e.DoublePass && between(take, float64(t.settings.Margin)), nil
}

func between(x, margin float64) bool { return -margin <= x && x <= margin }
