package mcp

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/cube"
	"gammonlab/internal/nearest"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

//go:embed rules.md
var rules string

// instructions tell an assistant what the server is for.
const instructions = `Backgammon: evaluations, best plays, cube decisions, rollouts, legal plays and analyses of matches by
neural nets. Call rules for the forms of positions and plays, and for the meaning of the answers.`

// tool is a tool of the server: a command with some of its flags, or a text.
type tool struct {
	name, title, description string

	command  []string // the words of the command; nil for a tool that answers with text
	text     string
	settings []string // flags of the command that a call may set
	input    string   // what the command reads: positions, record or nothing
}

// Inputs of tools.
const (
	positions = "positions"
	record    = "record"
	file      = "file" // a record in the folder
)

// ofState are the flags of the cube and the score.
var ofState = []string{"match", "score", "crawford", "jacoby", "cube", "owner", "beavers", "met"}

// tools are the tools of the server.
var tools = []*tool{
	{
		name: "evaluate", title: "Evaluate positions", command: []string{"eval"}, input: positions,
		description: "Probabilities of winning and losing single games, gammons and backgammons, and equities, for the player on roll before the roll.",
		settings:    slices.Concat([]string{"model", "plies", "cubeful", "variant"}, ofState),
	},
	{
		name: "hint", title: "Best plays or cube decision", command: []string{"hint"}, input: positions,
		description: "With dice, in the position or in the call, ranks the legal plays, best first. Without dice, decides about the cube: double or not, take or pass. With rolls, the best play and the equity of each roll.",
		settings:    slices.Concat([]string{"dice", "limit", "rolls", "model", "plies", "filter", "cubeful", "variant"}, ofState),
	},
	{
		name: "legal_plays", title: "Legal plays of a roll", command: []string{"moves"}, input: positions,
		description: "All legal plays of a roll, each with the position ID after it, which is that of the opponent, who is then on roll.",
		settings:    []string{"dice", "variant"},
	},
	{
		name: "rollout", title: "Roll out a position", command: []string{"rollout"}, input: positions,
		description: "Plays a position out many times: equities with standard errors, more exact than hint and much slower. With dice it compares plays, with double the cube decision.",
		settings:    slices.Concat([]string{"dice", "candidates", "play", "double", "model", "preset", "trials", "truncate", "plies", "stop-se", "stop-jsd", "seed", "cubeful", "variant"}, ofState),
	},
	{
		name: "cube_theory", title: "Cube theory at a score", command: []string{"cube", "show"},
		description: "Take points, doubling windows and gammon prices at a score.",
		settings:    slices.Concat([]string{"gammons", "position", "model"}, ofState),
	},
	{
		name: "analyze", title: "Analyse a match", command: []string{"analyze"}, input: record,
		description: "Finds the errors and the luck of both players in a record of a match, and rates them.",
		settings:    []string{"model", "plies", "candidates", "threshold", "game", "jacoby-rule", "keep-going", "met"},
	},
	{
		name: "rules", title: "Rules and notation", text: rules,
		description: "The rules of the game, the forms of positions and plays, and the meaning of the answers of the other tools.",
	},
}

// described returns the description of the tool for assistants.
func (t *tool) described(commands []*cli.Command, files bool) *mcp.Tool {
	properties := map[string]any{}
	for _, name := range t.settings {
		properties[keyOf(name)] = property(cliutil.FlagOf(commands, t.command, name), name, files)
	}
	var required []string
	switch t.input {
	case positions:
		properties[positions] = schema{"type": "array", "items": schema{"type": "string"}, "minItems": 1, "maxItems": maxPositions,
			"description": "position IDs, with or without match IDs, XGIDs or OGIDs"}
		required = []string{positions}
	case record:
		properties[record] = schema{"type": "string", "maxLength": maxRecord, "description": "the text of the record: .mat, SGF and others"}
		if files {
			properties[file] = schema{"type": "string", "description": "instead of record: a file of the folder"}
		} else {
			required = []string{record}
		}
	}
	input := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if required != nil {
		input["required"] = required
	}
	no := false
	return &mcp.Tool{Name: t.name, Title: t.title, Description: t.description, InputSchema: input,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no}}
}

// schema is a JSON Schema.
type schema = map[string]any

// property returns the schema of a flag.
func property(f cli.Flag, name string, files bool) schema {
	p := schema{"description": strings.ReplaceAll(f.(cli.DocGenerationFlag).GetUsage(), "`", "")}
	switch f := f.(type) {
	case *cli.BoolFlag:
		p["type"], p["default"] = "boolean", f.Value
	case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
		p["type"] = "integer"
	case *cli.Float64Flag:
		p["type"] = "number"
	case *cli.StringSliceFlag:
		p["type"], p["items"] = "array", schema{"type": "string"}
	default:
		p["type"] = "string"
	}
	switch name {
	case "model":
		p["description"], p["default"] = "the net that evaluates", nets.DefaultNet
		if files {
			p["description"] = fmt.Sprintf("the net that evaluates: %s, or a file of the folder", strings.Join(nets.Shipped(), ", "))
		} else {
			p["enum"] = nets.Shipped()
		}
	case "met":
		p["description"], p["default"], p["enum"] = "match equity table", cube.DefaultMET, cube.METs()
	}
	return p
}

// keyOf returns the key of a flag in a call.
func keyOf(flag string) string { return string(setting.OfFlag(flag)) }

// words returns the command line of a call for the program, and what the command reads.
func (s *server) words(program *cliutil.Program, t *tool, arguments []byte) (words []string, input string, err error) {
	values := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &values); err != nil {
			return nil, "", fmt.Errorf("arguments: %w", err)
		}
	}
	words = append([]string{program.Name}, t.command...)
	words = append(words, "--json")
	if cliutil.FlagOf(program.Commands, t.command, "workers") != nil {
		words = append(words, fmt.Sprintf("--workers=%d", s.workers))
	}
	rest := []string{"--"}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		switch {
		case key == t.input || t.input == record && key == file:
			var more []string
			if more, input, err = s.inputOf(key, values[key]); err == nil {
				rest = append(rest, more...)
			}
		default:
			var word []string
			if word, err = s.setting(t, key, values[key]); err == nil {
				words = append(words, word...)
			}
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", key, err)
		}
	}
	switch {
	case t.input != "" && len(rest) == 1:
		return nil, "", fmt.Errorf("%s: missing", t.input)
	case t.input == record && len(rest) > 2:
		return nil, "", errors.New("record and file: want one of the two")
	}
	return append(words, rest...), input, nil
}

// inputOf returns the arguments of the command for positions, a record or a file, and its
// standard input.
func (s *server) inputOf(key string, value json.RawMessage) (rest []string, input string, err error) {
	switch key {
	case positions:
		if json.Unmarshal(value, &rest) != nil || len(rest) < 1 || len(rest) > maxPositions {
			return nil, "", fmt.Errorf("want a list of 1 to %d texts", maxPositions)
		}
		if i := slices.Index(rest, "-"); i >= 0 {
			return nil, "", fmt.Errorf("%d: - is no position", i)
		}
	case record:
		if json.Unmarshal(value, &input) != nil || input == "" || len(input) > maxRecord {
			return nil, "", fmt.Errorf("want a text of 1 to %d bytes", maxRecord)
		}
		rest = []string{"-"}
	case file:
		var name string
		if json.Unmarshal(value, &name) != nil {
			return nil, "", errors.New("want a text")
		}
		path, err := s.inFolder(name)
		return []string{path}, "", err
	}
	return rest, input, nil
}

// inFolder returns the path of a file of the folder.
func (s *server) inFolder(name string) (string, error) {
	if s.folder == nil {
		return "", errors.New("this server reads no files: it was started without a folder")
	}
	info, err := s.folder.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("no file %q in the folder", name)
	case err != nil:
		return "", fmt.Errorf("%q is no file of the folder", name)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%q is no plain file", name)
	}
	return filepath.Join(s.folder.Name(), name), nil
}

// setting returns the words of a flag.
func (s *server) setting(t *tool, key string, value json.RawMessage) ([]string, error) {
	flag := setting.Name(key).Flag()
	if !slices.Contains(t.settings, flag) {
		return nil, errors.New("unknown argument" + nearest.Question(key, t.keys()))
	}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		list = []json.RawMessage{value}
	}
	var words []string
	for _, v := range list {
		text := string(v)
		switch text[0] {
		case '"':
			if err := json.Unmarshal(v, &text); err != nil {
				return nil, err
			}
		case '{', '[', 'n':
			return nil, fmt.Errorf("found %.60s, want a text, a number, true or false", text)
		}
		if err := s.permitted(flag, &text); err != nil {
			return nil, err
		}
		words = append(words, "--"+flag+"="+text)
	}
	return words, nil
}

// permitted refuses values that name files, other than models of the folder, which it
// replaces by their paths.
func (s *server) permitted(flag string, text *string) (err error) {
	switch {
	case flag == "met" && !slices.Contains(cube.METs(), *text):
		return fmt.Errorf("no match equity table %q, want one of %s", *text, strings.Join(cube.METs(), ", "))
	case flag == "model" && !slices.Contains(nets.Shipped(), *text):
		if s.folder == nil {
			return fmt.Errorf("no net %q, want one of %s", *text, strings.Join(nets.Shipped(), ", "))
		}
		*text, err = s.inFolder(*text)
	}
	return err
}

// keys returns the names that a call may set.
func (t *tool) keys() []string {
	var keys []string
	for _, flag := range t.settings {
		keys = append(keys, keyOf(flag))
	}
	if t.input != "" {
		keys = append(keys, t.input)
	}
	return keys
}

// answer is the answer of a tool, as JSON or text.
type answer []byte

// MarshalJSON implements [json.Marshaler].
func (a answer) MarshalJSON() ([]byte, error) { return a, nil }

// collect returns what the command printed as a JSON object: the answers for positions
// under the key results, in their order.
func (t *tool) collect(out []byte) answer {
	out = bytes.TrimSpace(out)
	if t.input != positions {
		return out
	}
	return slices.Concat([]byte(`{"results":[`), bytes.ReplaceAll(out, []byte("\n"), []byte(",\n")), []byte("]}"))
}

// inWordsOfTools returns the error of a command as one about a call: without progress and the
// name of the command, and with the keys of the call for flags.
func inWordsOfTools(printed string) string {
	const name = "\ngammonlab "
	text := "\n" + strings.TrimSpace(printed)
	if at := strings.LastIndex(text, name); at >= 0 {
		_, text, _ = strings.Cut(text[at:], ": ")
	}
	return cliutil.InKeys(strings.TrimSpace(text), keyOf)
}
