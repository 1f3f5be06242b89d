package api

import (
	_ "embed"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"gammonlab/desk/pages/jobs"
	"gammonlab/internal/plaintext"
)

//go:embed openapi.json
var fixed []byte

// object is a JSON object.
type object = map[string]any

// startPath is the path of the call that starts a job of any kind.
const startPath = "/api/v1/jobs/{kind}"

// description returns the document of the API: that of the file, with a call for each kind of
// work that starts a job, whose body follows from the settings of the kind.
var description = sync.OnceValue(func() []byte {
	var document object
	if err := json.Unmarshal(fixed, &document); err != nil {
		panic("api: openapi.json: " + err.Error()) // the file is part of the program
	}
	paths := document["paths"].(object)
	schemas := document["components"].(object)["schemas"].(object)
	start := paths[startPath].(object)["post"].(object)
	for _, k := range jobs.Kinds() {
		name := camel(k.Name)
		schemas[name+"JobSettings"] = schemaOf(k.New())
		call := maps.Clone(start)
		delete(call, "parameters") // the path names the kind
		call["operationId"], call["summary"] = "start"+name, k.Short()
		call["requestBody"] = object{"required": true, "content": object{"application/json": object{
			"example": exampleOf(k.New()), "schema": object{"$ref": "#/components/schemas/" + name + "JobSettings"},
		}}}
		paths[strings.Replace(startPath, "{kind}", k.Name, 1)] = object{"post": call}
	}
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		panic("api: " + err.Error()) // it consists of texts, numbers and lists
	}
	return text
})

// schemaOf returns the JSON Schema of settings, given a pointer to their struct.
func schemaOf(settings any) object {
	properties, required := object{}, []string{}
	for _, f := range jobs.Describe(settings) {
		properties[string(f.Name)] = property(&f)
		if f.Required {
			required = append(required, string(f.Name))
		}
	}
	schema := object{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// property returns the schema of a setting.
func property(f *jobs.Input) object {
	p := object{"description": plaintext.Capital(f.Help) + "."}
	if f.Type != "" {
		p["type"] = f.Type
	}
	if f.Type == "array" {
		p["items"] = object{}
	}
	return p
}

// camel returns the name of a kind of work as one word, such as BenchMatch.
func camel(name string) string {
	var words strings.Builder
	for word := range strings.SplitSeq(name, "-") {
		words.WriteString(plaintext.Capital(word))
	}
	return words.String()
}

// exampleOf returns an example of settings: those that are required.
func exampleOf(settings any) object {
	example := object{}
	for _, f := range jobs.Describe(settings) {
		if f.Required {
			example[string(f.Name)] = "…"
		}
	}
	return example
}
