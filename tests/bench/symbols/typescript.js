// Random uses of identifiers below a folder, and where TypeScript's language service says they are defined;
// with "references": random definitions, and where they are used.
// Usage: node typescript.js FOLDER COUNT [references]; prints JSON.
const ts = require("typescript");
const fs = require("fs");
const path = require("path");

const root = path.resolve(process.argv[2]);
const count = Number(process.argv[3]);
const uses = process.argv[4] === "references";
let seed = 1;
const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;

function sources(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sources(full);
    return /\.tsx?$/.test(entry.name) && !/\.d\.ts$/.test(entry.name) ? [full] : [];
  });
}

const files = sources(root).sort();
const options = { target: 99, module: 99, moduleResolution: 2, strict: true, noEmit: true, skipLibCheck: true };
const host = {
  getScriptFileNames: () => files,
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) =>
    fs.existsSync(file) ? ts.ScriptSnapshot.fromString(fs.readFileSync(file, "utf8")) : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => options,
  getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
};
const service = ts.createLanguageService(host);
const program = service.getProgram();

function identifiers(source) {
  const found = [];
  (function visit(node) {
    // What is only passed on, perhaps from a package that is not there, is no definition.
    const passed = uses && [ts.isImportSpecifier, ts.isExportSpecifier, ts.isImportClause, ts.isNamespaceImport].some((is) => node.parent && is(node.parent));
    if (ts.isIdentifier(node) && !passed) found.push(node);
    ts.forEachChild(node, visit);
  })(source);
  return found;
}

function placesOf(file, at) {
  if (!uses) return service.getDefinitionAtPosition(file, at) || [];
  return (service.findReferences(file, at) || []).flatMap((found) => found.references);
}

const samples = [];
for (let tries = 0; samples.length < count && tries < count * 40; tries++) {
  const file = files[Math.floor(random() * files.length)];
  const source = program.getSourceFile(file);
  const names = source ? identifiers(source) : [];
  if (!names.length) continue;
  const at = names[Math.floor(random() * names.length)].getStart(source);
  if (uses && !(service.getDefinitionAtPosition(file, at) || []).some((one) => one.fileName === file && one.textSpan.start === at)) continue;
  const places = placesOf(file, at).filter((one) => one.fileName.startsWith(root));
  const truth = places.map((one) => {
    const target = program.getSourceFile(one.fileName);
    return [one.fileName, target.getLineAndCharacterOfPosition(one.textSpan.start).line + 1];
  });
  const own = places.some((one) => one.fileName === file && one.textSpan.start === at);
  if (!truth.length || own !== uses) continue;
  const place = source.getLineAndCharacterOfPosition(at);
  samples.push({ file, line: place.line + 1, column: place.character, truth });
}
process.stdout.write(JSON.stringify(samples));
