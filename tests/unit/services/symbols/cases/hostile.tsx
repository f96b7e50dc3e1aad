import React from 'react';
export interface Props { title: string; onClose?: () => void }
const styles = { a: 1 };
export function Panel({ title, onClose }: Props) {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return (
    <div className="class Fake {" onClick={() => { toggle(); }}>
      {/* function commented() {} */}
      <p>It's {title} — don't</p>
    </div>
  );
}
export const Memo = React.memo(function Inner(props: Props) {
  return <Panel {...props} />;
});
export const Arrow: React.FC<Props> = ({ title }) => <b>{title}</b>;
export class Legacy extends React.Component<Props> {
  state = { x: 1 };
  render() { return <i>{this.props.title}</i>; }
}
