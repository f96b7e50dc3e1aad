// Runs inside VS Code's extension host, beside the installed extension; test_inhost.py reads what it writes.

const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');

const PATIENCE_MS = 60_000;

async function until(ask) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await ask();
    if ((Array.isArray(found) ? found.length : found) || Date.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function place(location) {
  const uri = location.targetUri ?? location.uri;
  const range = location.targetRange ?? location.range;
  return `${path.basename(uri.fsPath)}:${range.start.line + 1}`;
}

async function tool(name, input) {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return result.content.map((part) => part.value).join('');
}

async function navigation(out, menu) {
  const call = new vscode.Position(6, 12);
  const ask = (command) => vscode.commands.executeCommand(command, menu, call);
  out.definition = (await until(() => ask('vscode.executeDefinitionProvider'))).map(place);
  out.references = (await until(() => ask('vscode.executeReferenceProvider'))).map(place);
}

async function search(out) {
  await vscode.commands.executeCommand('ripwire.results.search', { pattern: 'needle 7 in', outputMode: 'content' });
  await vscode.commands.executeCommand('ripwire.grep', 'brew_coffee after');
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  const selection = await until(() => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.path.endsWith('menu.py') && !editor.selection.isEmpty ? editor.selection : undefined;
  });
  out.selected = selection && [selection.start.line, selection.start.character, selection.end.character];
}

async function languageModels(out) {
  out.tools = (vscode.lm.tools ?? []).map(({ name }) => name).filter((name) => name.startsWith('ripwire_'));
  if (out.tools.length > 0) {
    out.grep = await tool('ripwire_grep', { pattern: 'brew_coffee', outputMode: 'content', glob: '*.py' });
    out.nothing = await tool('ripwire_grep', { pattern: 'no such text anywhere' });
    out.glob = await tool('ripwire_glob', { pattern: '**/*.ts' });
    out.symbols = await tool('ripwire_symbols', { query: 'brew_coffee' });
  }
}

exports.run = async () => {
  const out = { version: vscode.version };
  try {
    const extension = vscode.extensions.getExtension('ripwire.ripwire');
    await extension.activate();
    out.active = extension.isActive;
    const menu = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'src', 'menu.py');
    await vscode.workspace.openTextDocument(menu);
    const symbols = await until(() => vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', 'brew_coffee'));
    out.workspaceSymbols = symbols.map(({ name, location }) => `${name} ${place(location)}`);
    await search(out);
    await languageModels(out);
    await navigation(out, menu);
  } catch (error) {
    out.error = String(error?.stack ?? error);
  }
  fs.writeFileSync(`${process.env.RESULT}.part`, JSON.stringify(out));
  fs.renameSync(`${process.env.RESULT}.part`, process.env.RESULT);
  // The extension host ends with this function, and our extension with it: wait until the windows were looked at.
  await until(() => fs.existsSync(`${process.env.RESULT}.seen`));
};
