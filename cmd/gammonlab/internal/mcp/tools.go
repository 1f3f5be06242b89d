package mcp

import (
	"cmp"
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

	boardrecord "gammonlab/board/record"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/internal/nearest"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/work"
)

//go:embed rules.md
var rules string

// instructions tell an assistant what the server is for.
const instructions = `Backgammon: evaluations, best plays, cube decisions, rollouts, legal plays and analyses of matches by
neural nets. Call rules for the forms of positions and plays, and for the meaning of the answers.`

// tool is a tool of the server: a kind of work with some of its settings, or a text.
type tool struct {
	name, title, description string

	kind     string // name of the kind of work; "" for a tool that answers with text
	text     string
	settings []setting.Name // that a call may set
	input    string         // what the work is about: positions, record or nothing
}

// Inputs of tools.
const (
	positions = "positions"
	record    = "record"
	file      = "file" // a record in the folder
)

// ofState are the settings of the cube and the score.
var ofState = []setting.Name{"match", "score", "crawford", "jacoby", "cube", "owner", "beavers", "met"}

// tools are the tools of the server.
var tools = []*tool{
	{
		name: "evaluate", title: "Evaluate positions", kind: "eval", input: positions,
		description: "Probabilities of winning and losing single games, gammons and backgammons, and equities, for the player on roll before the roll.",
		settings:    slices.Concat([]setting.Name{"model", "plies", "cubeful", "variant"}, ofState),
	},
	{
		name: "hint", title: "Best plays or cube decision", kind: "hint", input: positions,
		description: "With dice, in the position or in the call, ranks the legal plays, best first. Without dice, decides about the cube: double or not, take or pass. With rolls, the best play and the equity of each roll.",
		settings:    slices.Concat([]setting.Name{"dice", "limit", "rolls", "model", "plies", "rollers", "time", "filter", "cubeful", "variant"}, ofState),
	},
	{
		name: "legal_plays", title: "Legal plays of a roll", kind: "moves", input: positions,
		description: "All legal plays of a roll, each with the position ID after it, which is that of the opponent, who is then on roll.",
		settings:    []setting.Name{"dice", "variant"},
	},
	{
		name: "rollout", title: "Roll out a position", kind: "rollout", input: positions,
		description: "Plays a position out many times: equities with standard errors, more exact than hint and much slower. With dice it compares plays, with double the cube decision.",
		settings:    slices.Concat([]setting.Name{"dice", "candidates", "play", "double", "model", "preset", "trials", "truncate", "plies", "stop_se", "stop_jsd", "seed", "cubeful", "variant"}, ofState),
	},
	{
		name: "cube_theory", title: "Cube theory at a score", kind: "cube show",
		description: "Take points, doubling windows and gammon prices at a score.",
		settings:    slices.Concat([]setting.Name{"gammons", "position", "model"}, ofState),
	},
	{
		name: "analyze", title: "Analyse a match", kind: "analyze", input: record,
		description: "Finds the errors and the luck of both players in a record of a match, and rates them.",
		settings:    []setting.Name{"model", "plies", "rollers", "candidates", "threshold", "game", "jacoby_rule", "keep_going", "met"},
	},
	{
		name: "rules", title: "Rules and notation", text: rules,
		description: "The rules of the game, the forms of positions and plays, and the meaning of the answers of the other tools.",
	},
}

// described returns the description of the tool for assistants; files says whether the server
// reads the files of a folder.
func (t *tool) described(files bool) *mcp.Tool {
	properties := map[string]any{}
	if t.kind != "" {
		for _, f := range setting.OfCommand(work.Find(t.kind).New()) {
			if slices.Contains(t.settings, f.Name) {
				properties[string(f.Name)] = property(&f, files)
			}
		}
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

// property returns the schema of a setting.
func property(f *setting.Field, files bool) schema {
	p := schema{"description": f.Words(), "type": cmp.Or(f.JSONType(), "string")}
	switch {
	case f.IsTexts():
		p["items"] = schema{"type": "string"}
	case f.IsBool():
		p["default"] = f.Default == "true"
	}
	switch f.Value().(type) {
	case named.Model:
		p["description"], p["default"] = "the net that evaluates", nets.DefaultNet
		if files {
			p["description"] = fmt.Sprintf("the net that evaluates: %s, or a file of the folder", strings.Join(nets.Shipped(), ", "))
		} else {
			p["enum"] = nets.Shipped()
		}
	case named.MET:
		p["description"], p["default"], p["enum"] = "match equity table", cube.DefaultMET, cube.METs()
	}
	return p
}

// call is a call of a tool.
type call struct {
	settings  any      // pointer to those of the kind of work
	positions []string // that it is about
	record    string   // text of a record that it is about
}

// read reads the arguments of a call.
func (s *server) read(t *tool, kind *work.Entry, arguments []byte) (*call, error) {
	values := map[string]json.RawMessage{}
	if len(arguments) > 0 {
		if err := json.Unmarshal(arguments, &values); err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
	}
	of, given := call{settings: kind.New()}, map[setting.Name]string{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		var err error
		if key == t.input || t.input == record && key == file {
			err = s.readInput(&of, key, values[key], given)
		} else {
			given[setting.Name(key)], err = s.setting(t, of.settings, key, values[key])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	switch {
	case t.input == positions && of.positions == nil, t.input == record && of.record == "" && given[files] == "":
		return nil, fmt.Errorf("%s: missing", t.input)
	case of.record != "" && values[file] != nil:
		return nil, errors.New("record and file: want one of the two")
	}
	return &of, setting.Read(of.settings, nil, given)
}

// files is the setting that names records.
const files setting.Name = "files"

// readInput reads what a call is about: positions, a record or the name of its file.
func (s *server) readInput(of *call, key string, value json.RawMessage, given map[setting.Name]string) (err error) {
	switch key {
	case positions:
		if json.Unmarshal(value, &of.positions) != nil || len(of.positions) < 1 || len(of.positions) > maxPositions {
			return fmt.Errorf("want a list of 1 to %d texts", maxPositions)
		}
		if i := slices.Index(of.positions, boardrecord.Stdin); i >= 0 {
			return fmt.Errorf("%d: - is no position", i)
		}
	case record:
		if json.Unmarshal(value, &of.record) != nil || of.record == "" || len(of.record) > maxRecord {
			return fmt.Errorf("want a text of 1 to %d bytes", maxRecord)
		}
		given[files] = boardrecord.Stdin
	case file:
		var name string
		if json.Unmarshal(value, &name) != nil {
			return errors.New("want a text")
		}
		given[files], err = s.inFolder(name)
	}
	return err
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

// setting returns the text of a setting that a call gives.
func (s *server) setting(t *tool, settings any, key string, value json.RawMessage) (string, error) {
	name := setting.Name(key)
	if !slices.Contains(t.settings, name) {
		return "", errors.New("unknown argument" + nearest.Question(key, t.keys()))
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
				return "", err
			}
			if err := setting.CheckText(name, text); err != nil {
				return "", err
			}
		case '{', '[', 'n':
			return "", fmt.Errorf("found %.60s, want a text, a number, true or false", text)
		}
		words = append(words, text)
	}
	text, err := setting.Lines(name, words)
	if err == nil {
		text, err = s.permitted(settings, name, text)
	}
	return text, err
}

// permitted returns the text of a setting. It refuses texts that name files, other than models of
// the folder, for which it returns their paths.
func (s *server) permitted(settings any, name setting.Name, text string) (string, error) {
	switch setting.Find(settings, name).Value().(type) {
	case named.MET:
		if !slices.Contains(cube.METs(), text) {
			return "", fmt.Errorf("no match equity table %q, want one of %s", text, strings.Join(cube.METs(), ", "))
		}
	case named.Model:
		switch {
		case slices.Contains(nets.Shipped(), text):
		case s.folder == nil:
			return "", fmt.Errorf("no net %q, want one of %s", text, strings.Join(nets.Shipped(), ", "))
		default:
			return s.inFolder(text)
		}
	}
	return text, nil
}

// keys returns the names that a call may set.
func (t *tool) keys() []string {
	var keys []string
	for _, name := range t.settings {
		keys = append(keys, string(name))
	}
	if t.input != "" {
		keys = append(keys, t.input)
	}
	return keys
}
