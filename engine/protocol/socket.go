package protocol

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/search"
	"gammonlab/internal/plaintext"
)

// Socket is the server's side of a conversation in gnubg's external-player
// protocol. It is not safe for concurrent use.
type Socket struct {
	// New returns a decider with the given look-ahead in plies.
	New func(plies int) (*Decider, error)

	Plies   int // for plays, doubles and answers
	Variant board.Variant
	Jacoby  bool // in money games, if a request does not state it
	Version string

	deciders [search.MaxPlies + 1]*Decider
}

// decider returns the decider for the given plies, created on first use.
func (s *Socket) decider(plies int) (*Decider, error) {
	if s.deciders[plies] == nil {
		d, err := s.New(plies)
		if err != nil {
			return nil, err
		}
		s.deciders[plies] = d
	}
	return s.deciders[plies], nil
}

// Line answers a request and reports whether the conversation is over. The
// answer has one line, except for a few commands.
func (s *Socket) Line(ctx context.Context, line string) (answer string, quit bool) {
	words := strings.Fields(strings.Trim(line, "\r\n\x00"))
	if len(words) == 0 {
		return "Error: no command given", false
	}
	var err error
	command := strings.ToLower(words[0])
	switch {
	case command == "exit" || command == "quit":
		return "", true
	case command == "version":
		return "Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: gammonlab " + s.Version, false
	case command == "help":
		return "\tversion, help, set debug|interface, board:…, evaluation fibsboard board:…, exit", false
	case command == "set":
		answer, err = setAnswer(words[1:])
	case command == "evaluation":
		answer, err = s.evaluation(ctx, words[1:])
	case strings.HasPrefix(command, rawPrefix):
		answer, err = s.decision(ctx, words)
	default:
		err = fmt.Errorf("syntax error, unexpected %q", clip(words[0]))
	}
	if err != nil {
		return "Error: " + plaintext.OneLine(err.Error()), false
	}
	return answer, false
}

// setAnswer answers a setting. Settings have no effect; in gnubg this is true
// except for debug, which is not supported here.
func setAnswer(words []string) (string, error) {
	if len(words) == 2 {
		switch what, value := strings.ToLower(words[0]), strings.ToLower(words[1]); {
		case what == "debug" && value == "off":
			return "Debug output OFF", nil
		case what == "debug" && value == "on":
			return "", errors.New("there is no debug output")
		case what == "interface" && value == "new":
			return "New interface ON", nil
		case what == "interface" && value == "old":
			return "New interface OFF", nil
		}
	}
	return "", errors.New("syntax error, want set debug on|off or set interface new|old")
}

// request is a board with its options.
type request struct {
	rules       Rules
	resignation int
	plies       int
	cubeful     bool
	question    *Question
}

// parse parses a board with its options. Options of an evaluation are allowed
// only if evaluation is set.
func (s *Socket) parse(words []string, evaluation bool) (*request, error) {
	if len(words) == 0 {
		return nil, errors.New("syntax error, want a board")
	}
	raw, err := ParseRawboard(words[0])
	if err != nil {
		return nil, err
	}
	r := &request{rules: Rules{
		Scores: ScoresGnubg, Variant: s.Variant, Jacoby: s.Jacoby, Beavers: true, Crawford: true,
	}}
	for options := words[1:]; len(options) > 0; {
		used, err := r.option(options, evaluation)
		if err != nil {
			return nil, err
		}
		options = options[used:]
	}
	r.question, err = raw.Question(r.rules)
	return r, err
}

// option parses the first option and returns its number of words.
func (r *request) option(words []string, evaluation bool) (int, error) {
	name, value := strings.ToLower(words[0]), ""
	if len(words) > 1 {
		value = strings.ToLower(words[1])
	}
	on := value == "on" || value == "yes" || value == "true"
	isSwitch := on || value == "off" || value == "no" || value == "false"
	number, numberErr := strconv.ParseFloat(value, 64)
	switch name {
	case "jacobyrule", "jacoby":
		r.rules.Jacoby = on
	case "crawfordrule", "crawford":
		r.rules.Crawford = on
	case "beavers":
		r.rules.Beavers = on
	case "resignation":
		if numberErr != nil || number != float64(int8(number)) || number < 0 || number > 3 {
			return 0, fmt.Errorf("resignation is %q, want 0 to 3", clip(value))
		}
		r.resignation = int(number)
		return 2, nil
	default:
		if evaluation {
			return r.evaluationOption(name, value, isSwitch, on)
		}
		return 0, fmt.Errorf("syntax error, unexpected %q", clip(name))
	}
	if !isSwitch {
		return 0, fmt.Errorf("%s is %q, want on or off", name, clip(value))
	}
	return 2, nil
}

// evaluationOption parses an option of evaluations.
func (r *request) evaluationOption(name, value string, isSwitch, on bool) (int, error) {
	switch name {
	case "plies":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > search.MaxPlies {
			return 0, fmt.Errorf("plies is %q, want 0 to %d", clip(value), search.MaxPlies)
		}
		r.plies = n
		return 2, nil
	case "noise":
		if n, err := strconv.ParseFloat(value, 64); err != nil || n != 0 {
			return 0, fmt.Errorf("noise is %q, want 0", clip(value))
		}
		return 2, nil
	case "cubeful", "cubeless":
		r.cubeful = name == "cubeful"
		return 1, nil
	case "cube":
		if !isSwitch {
			return 0, fmt.Errorf("cube is %q, want on or off", clip(value))
		}
		r.cubeful = on
		return 2, nil
	case "prune", "deterministic": // these are fixed when the program starts
		if isSwitch {
			return 2, nil
		}
		return 1, nil
	}
	return 0, fmt.Errorf("syntax error, unexpected %q", clip(name))
}

// evaluation answers a request to evaluate a position.
func (s *Socket) evaluation(ctx context.Context, words []string) (string, error) {
	if len(words) < 2 || !strings.EqualFold(words[0], "fibsboard") {
		return "", errors.New("syntax error, want evaluation fibsboard board:…")
	}
	r, err := s.parse(words[1:], true)
	if err != nil {
		return "", err
	}
	d, err := s.decider(r.plies)
	if err != nil {
		return "", err
	}
	p, value, err := d.Evaluate(ctx, r.question, r.cubeful)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%f %f %f %f %f %f", p[0], p[1], p[2], p[3], p[4], value), nil
}

// decision answers a board with a decision.
func (s *Socket) decision(ctx context.Context, words []string) (string, error) {
	r, err := s.parse(words, false)
	if err != nil {
		return "", err
	}
	d, err := s.decider(s.Plies)
	if err != nil {
		return "", err
	}
	q := r.question
	switch {
	case r.resignation > 0:
		accepts, err := d.Accepts(ctx, q, r.resignation)
		return choose(accepts, "accept", "reject"), err
	case q.Match.Doubled:
		answer, err := d.Answer(ctx, q)
		return map[game.Answer]string{game.Drop: "drop", game.Take: "take", game.Beaver: "beaver"}[answer], err
	case q.Match.Dice == board.Roll{}:
		double, err := d.Double(ctx, q)
		return choose(double, "double", "roll"), err
	}
	play, ok, err := d.Play(ctx, q)
	if err != nil || !ok {
		return "", err
	}
	return board.FormatPlain(q.Position, play), nil
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
