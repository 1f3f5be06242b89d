package play

import (
	"context"
	"io"
	"slices"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/atomicfile"
)

// The two who sit at the table. They are gnubg's players, so that the user has
// the X checkers, at the bottom of the board.
const (
	theUser = board.PlayerX
	theNet  = board.PlayerO
)

// rules are what is played for.
type rules struct {
	game.Rules
	score        [2]int // at the beginning, by player
	postCrawford bool   // at that score the Crawford game is over
}

// table is where the user plays a match or a money session against a net.
type table struct {
	judge  *advice.Adviser
	dice   diceTape
	record *record.Match // its last game is the one in hand

	state
	history []state // before each choice that the user made in this game
}

// state is what a choice changes and undo brings back.
type state struct {
	game.State
	thrown   int // rolls taken from the tape
	games    int // finished
	actions  int // of this game in the record
	declined int // the highest resignation of the net that the user did not take
}

func newTable(searcher *search.Searcher, met *cube.MET, r rules, dice board.Dice) *table {
	t := &table{
		dice:  diceTape{dice: dice},
		judge: advice.New(searcher, advice.Options{MET: met, NoCube: r.NoCube, Beavers: r.Beavers > 0}),
		record: &record.Match{
			Length: r.Length, Names: [2]string{theNet: "gammonlab", theUser: "you"},
			Rules: record.Rules{
				Variant: r.Variant, NoCube: r.NoCube,
				Crawford: r.Length > 0 && !r.NoCube, Jacoby: r.Length == 0 && r.Jacoby,
			},
		},
	}
	t.Rules, t.CrawfordOver = r.Rules, r.postCrawford
	t.Crawford, t.Match.Score = t.record.Rules.Crawford, r.score
	return t
}

// begin sets up a new game. Nobody throws for who begins; otherwise the given
// player does. The user's die is the first.
func (t *table) begin(first board.Player) error {
	t.history = nil
	t.state = state{State: t.State, games: t.games, thrown: t.thrown}
	t.NextGame()
	t.addGame()
	if t.Thrown = first == board.Nobody; t.Thrown {
		first = theUser
	}
	t.SetRoller(first)
	return t.Throw(t)
}

// addGame adds the game to the record. One in which nothing was done leaves it.
func (t *table) addGame() {
	if n := len(t.record.Games); n > 0 && len(t.record.Games[n-1].Actions) == 0 {
		t.record.Games = t.record.Games[:n-1]
	}
	game := t.record.AddGame()
	game.Score, game.Crawford = t.Match.Score, t.Match.Crawford
}

// Roll implements [board.Dice] by the tape.
func (t *table) Roll() (board.Roll, error) {
	roll, err := t.dice.at(t.thrown)
	if err == nil {
		t.thrown++
	}
	return roll, err
}

// play makes a play of the dice for the player on roll.
func (t *table) play(play *board.Play) {
	t.do(record.Action{Kind: record.Move, Roll: t.Match.Dice, Steps: append([]board.Step(nil), play.Steps()...)},
		func() error { t.Play(play.Result); return nil })
}

// pass ends a turn whose roll cannot be played.
func (t *table) pass() { t.play(&board.Play{Result: t.Position.Swap()}) }

// do records what the player whose turn it is does, which must be legal, and has
// it done.
func (t *table) do(a record.Action, act func() error) {
	t.noteBy(t.Match.Turn, a)
	if err := act(); err != nil {
		panic(err)
	}
	if t.Over() {
		t.games++
		t.game().Result = t.Result
	}
}

// roll throws the dice for the user, who may double instead.
func (t *table) roll() error {
	t.choose()
	return t.Throw(t)
}

// choose remembers the state before the user makes a choice.
func (t *table) choose() { t.history = append(t.history, t.state) }

// move makes the play that the user has written.
func (t *table) move(text string) error {
	play, err := board.ParsePlay(t.Position, t.Match.Dice, text)
	if err != nil {
		return err
	}
	t.choose()
	t.play(&play)
	return nil
}

// undo takes back the last choice of the user and all that followed. The same
// dice will come again. It reports whether there was such a choice.
func (t *table) undo() bool {
	if len(t.history) == 0 {
		return false
	}
	last := len(t.history) - 1
	t.state, t.history = t.history[last], t.history[:last]
	game := t.game()
	game.Actions, game.Result = game.Actions[:t.actions], t.Result
	return true
}

// diagram draws the board with the user at the bottom, and by the user's point
// numbers once the game is over.
func (t *table) diagram() board.Diagram {
	d := board.Diagram{
		Position: t.Position, Match: t.Match, NoIDs: true, NoCube: t.NoCube,
		Names: [2]string{theNet: "the net", theUser: "you"},
	}
	if t.Over() && t.Match.Roller == theNet {
		d.Position, d.Match.Roller = t.Position.Swap(), theUser
	}
	return d
}

// diceTape remembers what its dice threw, so that a roll can come again after
// an undo.
type diceTape struct {
	dice  board.Dice
	rolls []board.Roll
}

// at returns roll number n, which must be at most one more than the last.
func (d *diceTape) at(n int) (board.Roll, error) {
	if n == len(d.rolls) {
		roll, err := d.dice.Roll()
		if err != nil {
			return roll, err
		}
		d.rolls = append(d.rolls, roll)
	}
	return d.rolls[n], nil
}

// double offers twice the cube for the player on roll.
func (t *table) double() { t.do(record.Action{Kind: record.Double}, t.Double) }

// answer answers the double that is on offer for the player whose turn it is, by a
// take, a drop or a beaver.
func (t *table) answer(a record.Kind) {
	switch a {
	case record.Take:
		t.do(record.Action{Kind: a}, t.Take)
	case record.Beaver:
		t.do(record.Action{Kind: a}, t.Beaver)
	default:
		t.do(record.Action{Kind: a}, t.Drop)
	}
}

// answers weighs what there is to say to the double on offer.
func (t *table) answers(ctx context.Context) (*advice.Answering, error) {
	return t.judge.Answer(ctx, &t.Position, &t.Match, t.MayBeaver() == nil)
}

// resign offers the net the game, 1 for a single one to 3 for a backgammon. It
// must be the user who is on roll, with no double on offer.
func (t *table) resign(ctx context.Context, kind int) error {
	offer, err := t.judge.Offer(ctx, &t.Position, &t.Match, kind)
	if err != nil {
		return err
	}
	if !offer.Accept(offerMargin) {
		return errPlaysOn
	}
	t.choose()
	t.giveUp(theUser, kind)
	return nil
}

// giveUp ends the game by a resignation. Where a gammon counts no more than a
// single game, that is what is given up.
func (t *table) giveUp(loser board.Player, kind int) {
	if t.Match.Dice != (board.Roll{}) {
		t.noteBy(loser, record.Action{Kind: record.Rolled, Roll: t.Match.Dice})
	}
	t.Match.Turn, kind = loser, t.Counted(kind)
	t.do(record.Action{Kind: record.Resign, Value: kind}, func() error { return t.Resign(loser, kind) })
}

// accept takes the game that the net gives up.
func (t *table) accept() {
	t.choose()
	t.giveUp(theNet, t.Match.Resigns)
}

// decline has the net play on.
func (t *table) decline() {
	t.choose()
	t.declined = t.Match.Resigns
	t.Decline()
}

// game returns the game in hand.
func (t *table) game() *record.Game { return &t.record.Games[len(t.record.Games)-1] }

// noteBy records what a player does.
func (t *table) noteBy(p board.Player, a record.Action) {
	a.Player = p
	game := t.game()
	game.Actions = append(game.Actions, a)
	t.actions = len(game.Actions)
}

// played returns the record so far: dice that lie on the table are in it, a game
// in which nothing was done is not.
func (t *table) played() *record.Match {
	m := *t.record
	if len(m.Games) == 0 {
		return &m
	}
	m.Games = slices.Clone(m.Games)
	last := len(m.Games) - 1
	if len(m.Games[last].Actions) == 0 {
		m.Games = m.Games[:last]
		return &m
	}
	if game := &m.Games[last]; !t.Over() && t.Match.Dice != (board.Roll{}) {
		game.Actions = append(slices.Clone(game.Actions),
			record.Action{Kind: record.Rolled, Player: t.Match.Roller, Roll: t.Match.Dice})
	}
	return &m
}

// save writes the record so far.
func (t *table) save(path string) error {
	write, err := recordWriter(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error { return write(w, t.played()) })
}

// decision returns what the user has to decide. It is noDecision while next has
// something to do.
func (t *table) decision() decision {
	m := &t.Match
	switch {
	case t.Over():
		return whetherToGoOn
	case m.Resigns > 0:
		return whetherToAccept
	case m.Turn != theUser:
		return noDecision
	case m.Doubled:
		return whetherToTake
	case m.Dice == board.Roll{}:
		if t.MayDouble() == nil {
			return whetherToDouble
		}
		return noDecision
	case len(board.Plays(t.Position, m.Dice)) > 1:
		return whatToPlay
	}
	return noDecision
}

// next does what is not for the user to decide: the net's turn, and what the
// user must do. It returns nil when there is something to decide.
func (t *table) next(ctx context.Context) (*turn, error) {
	m := &t.Match
	switch {
	case t.decision() != noDecision:
		return nil, nil
	case m.Doubled:
		return t.netAnswers(ctx)
	case m.Dice != board.Roll{}:
		return t.playRoll(ctx)
	case m.Roller == theNet:
		if done, err := t.netBeforeDice(ctx); done != nil || err != nil {
			return done, err
		}
	}
	if err := t.Throw(t); err != nil {
		return nil, err
	}
	return t.next(ctx)
}

// netBeforeDice has the net resign or double. It returns nil if the net does
// neither.
func (t *table) netBeforeDice(ctx context.Context) (*turn, error) {
	st, err := t.judge.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	if kind := t.judge.Resign(&t.Position, st); kind > t.declined {
		t.OfferResignation(kind)
		return &turn{by: theNet, did: resigned, resigns: kind}, nil
	}
	if t.MayDouble() != nil {
		return nil, nil
	}
	d, err := t.judge.Double(ctx, &t.Position, st)
	if err != nil || !d.Double() {
		return nil, err
	}
	t.double()
	return &turn{by: theNet, did: doubled, cube: 2 * t.Match.Cube}, nil
}

// netAnswers has the net answer a double.
func (t *table) netAnswers(ctx context.Context) (*turn, error) {
	a, err := t.answers(ctx)
	if err != nil {
		return nil, err
	}
	best := a.Best()
	done := &turn{by: theNet, cube: 2 * t.Match.Cube}
	switch best {
	case record.Take:
		done.did = took
	case record.Beaver:
		done.did, done.cube = beavered, 4*t.Match.Cube
	default:
		done.did = dropped
	}
	t.answer(best)
	return done, nil
}

// rank returns the plays of the dice, the best first.
func (t *table) rank(ctx context.Context) ([]advice.Candidate, error) {
	st, err := t.judge.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	return t.judge.Rank(ctx, &t.Position, board.Plays(t.Position, t.Match.Dice), st)
}

// playRoll plays the dice for the net, or for the user who has no choice.
func (t *table) playRoll(ctx context.Context) (*turn, error) {
	m := &t.Match
	done := &turn{by: m.Roller, roll: m.Dice}
	ranked, err := t.rank(ctx)
	if err != nil {
		return nil, err
	}
	if len(ranked) == 0 {
		t.pass()
		return done, nil
	}
	best := &ranked[0].Play
	done.forced = len(ranked) == 1
	done.play = board.FormatPlay(t.Position, *best)
	t.play(best)
	return done, nil
}
