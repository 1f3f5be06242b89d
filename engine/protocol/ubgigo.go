package protocol

import (
	"context"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/board/game"
)

// roles are the decisions that "go" may ask for.
var roles = map[string]string{"chequer": "chequer", "checker": "chequer", "cube": "cube", "turn": "turn"}

// goLine answers the question that lines have set up.
func (u *UBGI) goLine(ctx context.Context, args []string) ([]string, error) {
	role, err := u.role(args)
	if err != nil {
		return nil, err
	}
	if !u.have {
		return nil, complain(missingContext, "no position was set")
	}
	q := u.q
	if role != "cube" && (q.Match.Doubled || q.Match.Dice == board.Roll{}) {
		return nil, complain(missingContext, "no dice were set")
	}
	var answer string
	switch role {
	case "chequer":
		// Controllers that set neither rules nor score nor cube play without a cube.
		q.NoCube = q.NoCube || !u.cube
		answer, err = u.move(ctx, &q)
		answer = "bestmove " + answer
	case "cube":
		q.Match.Dice = board.Roll{}
		answer, err = u.cubeAction(ctx, &q)
		answer = "bestcube " + answer
	case "turn":
		answer, err = u.turn(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	return []string{answer}, nil
}

// role returns the decision that the words after "go" ask for: without a word a
// play, or the action of the cube if no dice were set.
func (u *UBGI) role(args []string) (string, error) {
	if len(args) > 0 && args[0] == "role" {
		args = args[1:]
	}
	role := "chequer"
	if u.have && (u.q.Match.Doubled || u.q.Match.Dice == board.Roll{}) {
		role = "cube"
	}
	if len(args)%2 == 1 {
		ok := false
		if role, ok = roles[args[0]]; !ok {
			return "", complain(badValue, "role %q, want chequer, cube or turn", clip(args[0]))
		}
		args = args[1:]
	}
	if len(args) > 0 && (args[0] != "movetime" || len(args) > 2) {
		return "", complain(unsupported, "go does not support %q", clip(args[0]))
	}
	if len(args) > 0 && moveTime("go "+strings.Join(args, " ")) == 0 {
		return "", complain(badValue, "movetime %q, want milliseconds", clip(args[1]))
	}
	return role, nil
}

// maxMoveTime is the longest time that "go" may set, in milliseconds: a day.
const maxMoveTime = 24 * 60 * 60 * 1000

// moveTime returns the time limit of a line with "go", 0 without one.
func moveTime(line string) time.Duration {
	words := strings.Fields(line)
	if n := len(words); n > 2 && words[0] == "go" && words[n-2] == "movetime" {
		if ms, err := strconv.Atoi(words[n-1]); err == nil && ms > 0 && ms <= maxMoveTime {
			return time.Duration(ms) * time.Millisecond
		}
	}
	return 0
}

// move returns the play of the dice, "pass" if there is none.
func (u *UBGI) move(ctx context.Context, q *Question) (string, error) {
	answer, err := u.decide(ctx, q)
	if answer == "" {
		answer = "pass"
	}
	return answer, err
}

// cubeAction returns double, nodouble, take or drop.
func (u *UBGI) cubeAction(ctx context.Context, q *Question) (string, error) {
	answer, err := u.decide(ctx, q)
	if answer == "roll" {
		answer = "nodouble"
	}
	return answer, err
}

// turn returns the decision about a double before the dice, and the play of the
// dice, after a double with the cube on the side of the opponent.
func (u *UBGI) turn(ctx context.Context, q Question) (string, error) {
	before := q
	before.Match.Dice = board.Roll{}
	action, err := u.cubeAction(ctx, &before)
	if err != nil {
		return "", err
	}
	if action == "double" {
		if err := u.doubled(&q); err != nil {
			return "", err
		}
	}
	play, err := u.move(ctx, &q)
	return "bestturn cube=" + action + " move=" + play, err
}

// doubled sets the cube as it is after a double of the roller and a take.
func (u *UBGI) doubled(q *Question) error {
	m := &q.Match
	state := game.New(game.Rules{Variant: u.Variant, Length: m.Length, Crawford: true, Jacoby: m.Jacoby})
	state.StartAt(q.Position)
	state.Match = *m
	state.Match.State, state.Match.Dice = board.Playing, board.Roll{}
	err := state.Double()
	if err == nil {
		err = state.Take()
	}
	m.Cube, m.Owner = state.Match.Cube, state.Match.Owner
	return err
}
