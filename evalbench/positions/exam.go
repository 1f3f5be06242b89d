package positions

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/rollers"
	"gammonlab/farm"
	"gammonlab/internal/seed"
	"gammonlab/internal/setting"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// Exam lets players answer the decisions of a benchmark whose choice matters. A roll is one
// question. A cube decision is the question whether to double; if doubling is right, or
// wrong by at most a tenth of a point, a second question is whether to take. Cube questions
// are only for players that handle the cube; a [player.Decider] also states its equities.
// The fields with JSON keys are the only description of such work, see [setting.Field].
type Exam struct {
	Players named.Players `json:"player,omitempty" default:"net:default" help:"<PLAYER> to measure"`

	// Plies are depths: [Exam.Open] replaces each net by one player for each depth.
	Plies   []int           `json:"plies,omitempty" help:"search depth of nets, <N> plies"`
	Worst   int             `json:"worst,omitempty" farm:"-" help:"show the <N> worst decisions of each player; 0 for none"`
	All     bool            `json:"all,omitempty" farm:"-" help:"also print groups of fewer than 20 questions"`
	By      Groupings       `json:"by,omitempty" farm:"-" default:"class,rules" help:"print groups of decisions by these <GROUPS>, joined by commas: {values}"`
	Bearoff named.Databases `json:"bearoff,omitzero" farm:"-"`
	Seed    uint64          `json:"seed" default:"1" help:"random seed <N>"` // of the players' random numbers

	Decisions []Decision `json:"-"` // nil for those of [Standard]

	Rolled []Rolled `json:"-"` // other rollouts, which answer after the players

	// Records, if set, describes the decisions, which are then those of records.
	Records *Recorded `json:"-"`

	// LeaveOut leaves out plays that a decision does not list, which otherwise cost as much as
	// the worst listed play.
	LeaveOut bool `json:"-"`

	Workers int `json:"-"` // goroutines, 0 for one per processor; answers do not depend on it

	// Pool runs the players; nil for goroutines of this process.
	Pool farm.Pool `json:"-"`

	// Results, if set, is a file that keeps the answers. Kept answers count and are not
	// asked for again.
	Results string `json:"-"`

	// Progress, if set, is called after each decision of a player, with the answers so far.
	Progress func(*Report) `json:"-"`
}

// Open finds the players and the databases that the settings name.
func (e *Exam) Open(o *named.Opener) error {
	var all named.Players
	for _, p := range e.Players {
		if len(e.Plies) == 0 || p.Model() == "" {
			all = append(all, p)
			continue
		}
		for _, n := range e.Plies {
			at := named.Player{Name: fmt.Sprintf("%s,plies=%d", p.Name, n)}
			if p.Alias != "" {
				at.Alias = fmt.Sprintf("%s %d-ply", p.Alias, n)
			}
			all = append(all, at)
		}
	}
	e.Players, e.Plies = all, nil
	return named.Open(e, o)
}

// Validate returns an error for the first invalid setting, by its name.
func (e *Exam) Validate() error {
	return setting.Check("worst", e.Worst >= 0, "is %d, want 0 or more", e.Worst)
}

// Run lets all players answer. The answers are in the order of the decisions.
func (e *Exam) Run(ctx context.Context) (r *Report, err error) {
	if e.Records != nil {
		e.Decisions = e.Records.Decisions
	}
	if e.Decisions == nil {
		e.Decisions = Standard().Decisions
	}
	var kept *answersFile
	if e.Results != "" {
		if kept, err = e.openAnswers(); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, kept.journal.Close()) }()
	}
	r = &Report{Records: e.Records, Worst: e.Worst, All: e.All, By: e.By}
	for i := range e.Players {
		x := newSitting(e, i, r)
		if err := x.run(ctx, kept); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Players[i].Called(), err)
		}
	}
	for i := range e.Rolled {
		own, err := e.Rolled[i].answers(e.Decisions)
		if err != nil {
			return nil, err
		}
		r.Players = append(r.Players, own)
	}
	r.compare()
	return r, nil
}

// sitting runs a player on the decisions.
type sitting struct {
	*Exam
	player    *named.Player
	cubes     bool // the player handles the cube
	kept      *answersFile
	report    *Report
	answers   *Answers
	handedOut int
	gen       board.Generator // for judging
}

// newSitting adds the player with the given number to the report.
func newSitting(e *Exam, number int, r *Report) *sitting {
	p := &e.Players[number]
	_, cubes := p.Player.(player.CubePlayer)
	r.Players = append(r.Players, Answers{Name: p.Called()})
	return &sitting{Exam: e, player: p, cubes: cubes, report: r, answers: &r.Players[number]}
}

func (x *sitting) run(ctx context.Context, kept *answersFile) error {
	job := x.job()
	var durable func() error
	if kept != nil {
		if err := x.takeKept(kept); err != nil {
			return err
		}
		durable = kept.journal.Sync
	}
	left := uint64(len(x.Decisions) - x.handedOut)
	job.Items = func() uint64 { return left }
	return job.Run(ctx, farm.Of(x.Pool, max(x.Workers, 0)), x.next, x.take, durable)
}

// sheet has the questions about consecutive decisions, with their answers once they are given.
type sheet struct {
	first   int // number of the first decision
	queries []query
	answers []byte // one after the other, see [answerSizes]
}

// next is a [farm.Source] of sheets.
func (x *sitting) next(items int) (*sheet, error) {
	left := len(x.Decisions) - x.handedOut
	if left == 0 {
		return nil, io.EOF
	}
	s := &sheet{first: x.handedOut}
	for range min(items, left) {
		s.queries = append(s.queries, x.Decisions[x.handedOut].query(x.cubes))
		x.handedOut++
	}
	return s, nil
}

// take scores the answers of a sheet and keeps them.
func (x *sitting) take(s *sheet) error {
	x.score(s)
	return x.keep(s)
}

// score scores the answers of a sheet.
func (x *sitting) score(s *sheet) {
	for i, answer := range s.each() {
		for _, j := range x.Decisions[s.first+i].judge(&s.queries[i], answer, &x.gen) {
			if j.Unlisted && x.LeaveOut {
				x.answers.LeftOut++
				continue
			}
			x.answers.Judged = append(x.answers.Judged, j)
		}
		if x.Progress != nil {
			x.Progress(x.report)
		}
	}
}

// each yields the answers to the questions.
func (s *sheet) each() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		rest := s.answers
		for i := range s.queries {
			n := answerSizes[s.queries[i].ask]
			if !yield(i, rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// examName is the name of exams' descriptions in a farm.
const examName = "answers/3"

// ExamKind returns the kind of farm jobs that run a player on decisions, see [Exam].
func ExamKind() farm.Kind { return farm.NewKind(examName, openExam) }

func (x *sitting) job() *farm.Work[*sheet] {
	return farm.NewWork(&answerer{player: x.player.Player, seed: x.Seed}, func() (*farm.Description, error) {
		spec, files, err := named.Describe(&Exam{Players: named.Players{*x.player}, Seed: x.Seed})
		if err != nil {
			return nil, err
		}
		data, err := digestOf(x.Decisions)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(spec)
		return &farm.Description{Kind: examName, Spec: text, Class: kernel.Class(), Files: files, Data: data}, err
	})
}

func openExam(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*sheet], error) {
	var e Exam
	err := strictjson.Unmarshal(text, &e)
	if err == nil && len(e.Players) != 1 {
		err = fmt.Errorf("%d players, want 1", len(e.Players))
	}
	if err == nil {
		err = e.Open(rollers.Files(ctx, files))
	}
	if err != nil {
		return nil, fmt.Errorf("description of a player: %w", err)
	}
	return &answerer{player: e.Players[0].Player, seed: e.Seed}, nil
}

// answerer is the [farm.Worker] that lets a player answer questions.
type answerer struct {
	player engine.Player
	seed   uint64
	gen    board.Generator
}

// Clone implements [farm.Worker].
func (a *answerer) Clone() (farm.Worker[*sheet], error) {
	return &answerer{player: a.player.Clone(), seed: a.seed}, nil
}

// Close implements [io.Closer].
func (a *answerer) Close() error {
	closePlayer(a.player)
	return nil
}

// closePlayer stops another program that the player runs. The caller must own the player.
func closePlayer(p engine.Player) {
	if c, ok := p.(io.Closer); ok {
		c.Close() // all questions are answered, so its error does not matter
	}
}

// Do implements [farm.Worker]. For the player each decision is a separate game.
func (a *answerer) Do(ctx context.Context, s *sheet) (err error) {
	for i := range s.queries {
		a.player.NewGame(seed.Derive(a.seed, uint64(s.first+i)))
		if s.answers, err = a.answer(ctx, s.answers, &s.queries[i]); err != nil {
			return s.at(i, err)
		}
	}
	return nil
}

// answer appends the answer to a question.
func (a *answerer) answer(ctx context.Context, dst []byte, q *query) ([]byte, error) {
	switch q.ask {
	case askNothing:
		return dst, nil
	case askPlay:
		plays := a.gen.Plays(&q.pos, q.roll)
		if len(plays) == 0 {
			return binary.LittleEndian.AppendUint16(dst, noPlay), nil
		}
		chosen, err := a.choose(ctx, q, plays)
		if err == nil && (chosen < 0 || chosen >= len(plays)) {
			err = fmt.Errorf("the player chose play number %d of %d", chosen, len(plays))
		}
		return binary.LittleEndian.AppendUint16(dst, uint16(chosen)), err
	}
	double, take, own, err := a.decide(ctx, q)
	return q.appendCube(dst, double, take, &own), err
}

// appendCube appends the answers to cube questions, see [answerSizes].
func (q *query) appendCube(dst []byte, double, take bool, own *cube.Alternatives) []byte {
	dst = appendYes(dst, double)
	if q.ask == askDoubleAndTake {
		dst = appendYes(dst, take)
	}
	dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(own.NoDouble))
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(own.DoubleTake))
}

// decide returns the player's answers to cube questions, and its equities, NaN if it states
// none. A [player.Decider] evaluates the position once for all of them.
func (a *answerer) decide(ctx context.Context, q *query) (double, take bool, own cube.Alternatives, err error) {
	own = cube.Alternatives{NoDouble: math.NaN(), DoubleTake: math.NaN()}
	m := matchOf(&q.state)
	switch p := a.player.(type) {
	case player.Decider:
		d, err := p.Decide(ctx, &q.pos, &m)
		if err != nil {
			return false, false, own, err
		}
		return d.Double(), d.Take(), d.Equities, nil
	case player.CubePlayer:
		if double, err = p.Doubles(ctx, &q.pos, &m); err == nil && q.ask == askDoubleAndTake {
			offer(&m)
			take, err = p.Takes(ctx, &q.pos, &m)
		}
		return double, take, own, err
	}
	return false, false, own, fmt.Errorf("the player %T does not handle the cube", a.player)
}

// choose returns the player's play. A player that handles the cube gets it, and the score.
func (a *answerer) choose(ctx context.Context, q *query, plays []board.Play) (int, error) {
	p, ok := a.player.(player.CubePlayer)
	if !ok || q.state == (cube.State{}) {
		return a.player.Choose(ctx, &q.pos, q.roll, plays)
	}
	m := matchOf(&q.state)
	m.Dice = q.roll
	return p.ChooseAt(ctx, &q.pos, &m, q.roll, plays)
}

func appendYes(dst []byte, yes bool) []byte {
	if yes {
		return append(dst, 1)
	}
	return append(dst, 0)
}
