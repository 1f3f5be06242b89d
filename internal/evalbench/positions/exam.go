package positions

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/portable"
	"gammonlab/engine/selfplay"
	"gammonlab/farm"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/seed"
	"gammonlab/internal/strictjson"
)

// exam runs a player on the decisions of a benchmark. Its shards are decisions, with
// the questions as payload and the answers as result.
type exam struct {
	decisions []Decision
	cubes     bool // the player handles the cube
	options   Options
	handedOut int
	judged    []Judged
	gen       board.Generator // for judging
}

func newExam(decisions []Decision, p engine.Player, o Options) *exam {
	_, cubes := p.(selfplay.CubePlayer)
	return &exam{decisions: decisions, cubes: cubes, options: o}
}

// next implements [farm.Source].
func (e *exam) next(items int) (farm.Shard, error) {
	left := len(e.decisions) - e.handedOut
	if left == 0 {
		return farm.Shard{}, io.EOF
	}
	s := farm.Shard{First: uint64(e.handedOut), Items: uint64(min(items, left))}
	for range s.Items {
		q := e.decisions[e.handedOut].query(e.cubes)
		s.Payload = q.append(s.Payload)
		e.handedOut++
	}
	return s, nil
}

// take scores the answers of a shard and keeps them.
func (e *exam) take(s farm.Shard, result []byte) error {
	if err := e.score(s, result); err != nil {
		return err
	}
	return e.keep(s, result)
}

// score scores the answers of a shard.
func (e *exam) score(s farm.Shard, result []byte) error {
	return eachAnswer(&s, result, func(i int, q *query, answer []byte) error {
		e.judged = append(e.judged, e.decisions[i].judge(q, answer, &e.gen)...)
		if e.options.Progress != nil {
			e.options.Progress()
		}
		return nil
	})
}

// checkAnswers returns an error if a result cannot be that of the shard.
func checkAnswers(s farm.Shard, result []byte) error {
	return eachAnswer(&s, result, func(_ int, q *query, answer []byte) error { return q.checkAnswer(answer) })
}

// eachAnswer calls visit for each question of a shard with its answer. i is the number of
// the decision.
func eachAnswer(s *farm.Shard, result []byte, visit func(i int, q *query, answer []byte) error) error {
	queries, err := decodeQueries(s)
	for i := 0; err == nil && i < len(queries); i++ {
		var answer []byte
		if answer, result, err = queries[i].cutAnswer(result); err == nil {
			err = visit(int(s.First)+i, &queries[i], answer)
		}
	}
	if err == nil && len(result) > 0 {
		err = fmt.Errorf("%d bytes follow after the last answer", len(result))
	}
	return err
}

// examName is the name of exams' descriptions in a farm.
const examName = "answers/1"

// ScoreKind returns the kind of farm jobs that run a player on decisions, see [Score].
func ScoreKind() farm.Kind { return farm.Kind{Name: examName, Open: openExam} }

// examSpec has everything that answers depend on.
type examSpec struct {
	Player portable.Player `json:"player"`
	Seed   uint64          `json:"seed"`
}

func (e *exam) job(p engine.Player) *farm.Job {
	return &farm.Job{Doer: &answerer{player: p, seed: e.options.Seed}, Check: checkAnswers, Describe: func() (*farm.Description, error) {
		player, files, err := portable.DescribePlayer(p)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(&examSpec{player, e.options.Seed})
		return &farm.Description{Kind: examName, Spec: text, Class: kernel.Class(), Files: files}, err
	}}
}

func openExam(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var spec examSpec
	if err := strictjson.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("description of a player: %w", err)
	}
	p, err := spec.Player.Open(ctx, files)
	if err != nil {
		return nil, fmt.Errorf("description of a player: %w", err)
	}
	return &answerer{player: p, seed: spec.Seed}, nil
}

// answerer is the [farm.Doer] that lets a player answer questions.
type answerer struct {
	player engine.Player
	seed   uint64
	gen    board.Generator
}

// Clone implements [farm.Doer].
func (a *answerer) Clone() (farm.Doer, error) {
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

// Do implements [farm.Doer]. For the player each decision is a separate game.
func (a *answerer) Do(ctx context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	queries, err := decodeQueries(&s)
	if err != nil {
		return nil, err
	}
	for i := range queries {
		q, number := &queries[i], int(s.First)+i
		if err = q.check(); err == nil {
			a.player.NewGame(seed.Derive(a.seed, uint64(number)))
			dst, err = a.answer(ctx, dst, q)
		}
		if err != nil {
			return nil, at(number, &spot{pos: q.pos}, err)
		}
	}
	return dst, nil
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
		chosen, err := a.player.Choose(ctx, &q.pos, q.roll, plays)
		if err == nil && (chosen < 0 || chosen >= len(plays)) {
			err = fmt.Errorf("the player chose play number %d of %d", chosen, len(plays))
		}
		return binary.LittleEndian.AppendUint16(dst, uint16(chosen)), err
	}
	cube, ok := a.player.(selfplay.CubePlayer)
	if !ok {
		return dst, fmt.Errorf("the player %T does not handle the cube", a.player)
	}
	m := matchTo(int(q.length))
	yes, err := cube.Doubles(ctx, &q.pos, &m)
	dst = appendYes(dst, yes)
	if err == nil && q.ask == askDoubleAndTake {
		offer(&m)
		yes, err = cube.Takes(ctx, &q.pos, &m)
		dst = appendYes(dst, yes)
	}
	return dst, err
}

func appendYes(dst []byte, yes bool) []byte {
	if yes {
		return append(dst, 1)
	}
	return append(dst, 0)
}
